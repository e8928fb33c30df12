"""How numba compiles the functions that are only ever copied into their callers.

By default numba optimizes each function with all that is copied into it, and turns it
into machine code, before a caller takes it. A search is nested some eight deep, so that
its innermost functions were optimized eight times. Here a function that is a part of
others stays as it is lowered, and only the function that Python calls is optimized.

This replaces steps of numba that are not public. So its minor version is pinned.
"""

from functools import cache
from typing import Any


@cache
def compiler_of_inlined_parts() -> Any:
    """The class of compiler for functions that are copied into their callers.

    It is their `pipeline_class`: numba's compiler without the last step.

    It is made by a function because importing numba takes seconds, and once, because
    numba remembers every pass that was ever registered.
    """
    from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
    from numba.core.compiler import CompilerBase, DefaultPassBuilder
    from numba.core.compiler_machinery import register_pass
    from numba.core.typed_passes import NativeLowering

    class Part(JITCodeLibrary):
        """The code of a function, to be linked into its callers as it is."""

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

    @register_pass(mutates_CFG=True, analysis_only=False)
    class LoweringOfParts(NativeLowering):
        _name = "lowering_of_parts"

        def run_pass(self, state: Any) -> bool:
            codegen = state.targetctx.codegen()
            if type(codegen) is not JITCPUCodegen:  # but that of the pages' searches
                return bool(super().run_pass(state))
            state.library = Part(codegen, state.func_id.func_qualname)
            state.flags.no_compile = True
            super().run_pass(state)
            key: Any = [].count  # a new object, by which callers find the function
            state.targetctx.insert_user_function(key, state.cr.fndesc, [state.library])
            state.cr = state.cr._replace(cfunc=key)
            return True

    class PartCompiler(CompilerBase):
        def define_pipelines(self) -> list[Any]:
            passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
            passes.passes = [
                (LoweringOfParts if each is NativeLowering else each, name)
                for each, name in passes.passes
            ]
            passes.finalize()
            return [passes]

    return PartCompiler
