"""numba for WebAssembly: its own compiler, with another processor behind it.

What is patched is the whole process's, so one that compiles for pages does nothing
else. A function that a page can call is an export `x0`, `x1`, ...: it takes the address
of slots of eight bytes, in which arguments stand and answers come back, and returns 0,
or another number where it has raised an exception. A slot holds a number; an array
takes one for its address, and one for each length and each stride.
"""

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from llvmlite import binding as llvm
from llvmlite import ir
from numba import types
from numba.core import callconv, cgutils, codegen, config
from numba.core.compiler_lock import global_compiler_lock
from numba.core.cpu import CPUContext
from numba.core.registry import cpu_target
from numba.core.runtime import rtsys
from numba.np.arrayobj import make_array

_TARGET_TRIPLE = (
    "wasm32-unknown-emscripten"  # of which code may be put anywhere in memory
)
_TARGET_FEATURES = (
    "+mutable-globals,+sign-ext,+bulk-memory,+nontrapping-fptoint,+simd128"
)
"""Every browser has these that has WebAssembly's exceptions and `DecompressionStream`,
without which no page plays."""
_WORD_TYPE = ir.IntType(64)
_LINKER_COMMAND = (
    *("wasm-ld", "-shared", "--experimental-pic", "--no-entry", "--strip-all"),
    *("--import-memory", "--export-dynamic", "--gc-sections"),
)


class _Codegen(codegen.AOTCPUCodegen):
    """numba's compiler ahead of time, for another machine than this one."""

    def _init(self, llvm_module: Any) -> None:
        llvm.initialize_all_targets()
        llvm.initialize_all_asmprinters()
        target = llvm.Target.from_triple(_TARGET_TRIPLE)
        self._tm_features = _TARGET_FEATURES
        options: dict[str, Any] = {"opt": 3}
        self._customize_tm_options(options)
        self._tm = target.create_target_machine(**options)
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0

    def _customize_tm_features(self) -> str:
        return _TARGET_FEATURES

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple = _TARGET_TRIPLE
        return module

    def insert_unresolved_ref(self, builder: Any, kind: Any, name: str) -> Any:
        """A function that calls itself: the linker knows it by its name."""
        return cgutils.get_or_insert_function(builder.module, kind, name)


def _declare_environment(self: Any, module: Any, name: str) -> Any:
    """Numba's environment of a function, which nothing here asks for.

    It would be 'common', and LLVM's WebAssembly knows no such thing.
    """
    if name not in module.globals:
        variable = ir.GlobalVariable(module, cgutils.voidptr_t, name=name)
        variable.linkage = "internal"
        variable.initializer = cgutils.get_null_value(variable.type.pointee)
    return module.globals[name]


def patch_numba() -> None:
    """Make numba compile for WebAssembly, in this whole process."""

    @global_compiler_lock
    def init(self: Any) -> None:
        self.is32bit = False
        self._internal_codegen = _Codegen("foxkit")

    nothing = dict.fromkeys(
        ("create_cpython_wrapper", "create_cfunc_wrapper", "post_lowering"),
        lambda self, *rest, **named: None,
    )
    # Each function has a builtin of its own: of one builtin, numba finds one function.
    changed = nothing | {
        "init": init,
        "call_conv": property(callconv.MinimalCallConv),
        "declare_env_global": _declare_environment,
        "get_executable": lambda self, *rest: [].count,
    }
    for name, value in changed.items():
        setattr(CPUContext, name, value)
    rtsys.initialize = lambda context: None
    config.LLVM_REFPRUNE_PASS = 0


def _read_argument(context: Any, builder: Any, kind: Any, slots: Iterator[Any]) -> Any:
    """An argument from its slots."""
    if isinstance(kind, types.BaseTuple):
        inner = [_read_argument(context, builder, each, slots) for each in kind.types]
        return context.make_tuple(builder, kind, inner)
    if isinstance(kind, types.Array):
        return _read_array(context, builder, kind, slots)
    word = builder.load(next(slots))
    if isinstance(kind, types.Float):
        return builder.bitcast(word, ir.DoubleType())
    if isinstance(kind, types.Boolean):
        return builder.trunc(word, context.get_value_type(kind))
    assert kind in (types.int64, types.intp), kind
    return word


def _read_array(context: Any, builder: Any, kind: Any, slots: Iterator[Any]) -> Any:
    """An array from its slots: where it begins, its lengths, its strides."""
    array = make_array(kind)(context, builder)
    at, *rest = (builder.load(next(slots)) for _ in range(1 + 2 * kind.ndim))
    shape, strides = rest[: kind.ndim], rest[kind.ndim :]
    size = shape[0]
    for length in shape[1:]:
        size = builder.mul(size, length)
    context.populate_array(
        array,
        data=builder.inttoptr(at, array.data.type),
        shape=shape,
        strides=strides,
        itemsize=_WORD_TYPE(kind.dtype.bitwidth // 8),
        meminfo=None,
    )
    array.nitems = size
    return array._getvalue()


def _write_answer(
    context: Any, builder: Any, kind: Any, value: Any, slots: Iterator[Any]
) -> None:
    """Put an answer into slots."""
    if isinstance(kind, types.BaseTuple):
        for i, inner in enumerate(kind.types):
            part = builder.extract_value(value, i)
            _write_answer(context, builder, inner, part, slots)
        return
    if isinstance(kind, types.NoneType):
        return
    if isinstance(kind, types.Float):
        value = builder.bitcast(value, _WORD_TYPE)
    elif value.type != _WORD_TYPE:
        value = builder.zext(value, _WORD_TYPE)
    builder.store(value, next(slots))


def _slot_pointers(builder: Any, row: Any) -> Iterator[Any]:
    """Yield pointers to one slot after the other."""
    number = 0
    while True:
        yield builder.gep(row, [_WORD_TYPE(number)])
        number += 1


def _write_exported_function(
    context: Any, library: Any, compilation: Any, name: str
) -> None:
    """Write the function that a page calls: from slots, through ours, into slots."""
    module, descriptor = context.create_module(name), compilation.fndesc
    function_type = context.call_conv.get_function_type(
        descriptor.restype, descriptor.argtypes
    )
    inner = ir.Function(module, function_type, descriptor.llvm_func_name)
    outer = ir.FunctionType(ir.IntType(32), [_WORD_TYPE.as_pointer()])
    function = ir.Function(module, outer, name)
    function.attributes.add("noinline")
    builder = ir.IRBuilder(function.append_basic_block("entry"))
    slots = _slot_pointers(builder, function.args[0])
    given = [
        _read_argument(context, builder, each, slots) for each in descriptor.argtypes
    ]
    status, answer = context.call_conv.call_function(
        builder, inner, descriptor.restype, descriptor.argtypes, given
    )
    with builder.if_then(status.is_error):
        builder.ret(status.code)
    _write_answer(
        context,
        builder,
        descriptor.restype,
        answer,
        _slot_pointers(builder, function.args[0]),
    )
    builder.ret(ir.Constant(ir.IntType(32), 0))
    library.add_ir_module(module)
    library.add_linking_library(compilation.library)


def module_of(calls: Sequence[tuple[Any, Sequence[Any]]]) -> tuple[bytes, list[Any]]:
    """Compile functions of numba for types of arguments; return it all, linked.

    The types of the answers are returned, too.
    """
    context = cpu_target.target_context
    library, answers = context.codegen().create_library("foxkit"), []
    for number, (function, kinds) in enumerate(calls):
        function.compile(tuple(kinds))
        compilation = function.overloads[tuple(kinds)]
        with global_compiler_lock:
            _write_exported_function(context, library, compilation, f"x{number}")
        answers.append(compilation.signature.return_type)
    with global_compiler_lock:
        library.finalize()
    return _linked_module(library), answers


def _linked_module(library: Any) -> bytes:
    """A library as a module, of which the exports alone are kept."""
    module = library._final_module
    for function in module.functions:
        if not function.is_declaration and not function.name.startswith("x"):
            function.linkage = "internal"
    with tempfile.TemporaryDirectory() as folder:
        code, linked = Path(folder) / "code.o", Path(folder) / "code.wasm"
        code.write_bytes(library.emit_native_object())
        names = [f.name for f in module.functions if f.name.startswith("x")]
        exports = [f"--export={name}" for name in names]
        subprocess.run([*_LINKER_COMMAND, *exports, code, "-o", linked], check=True)
        return linked.read_bytes()
