// Compile files of the standard library to bytecode, by the Pyodide whose library it is:
// `node compile_library.mjs FOLDER`, of npm's package. A list of names, as JSON, is read,
// and an object with each file's bytecode, as base64, is written.
import { readFileSync } from "node:fs";

const folder = `${process.argv[2]}/`;
const { loadPyodide } = await import(`${folder}pyodide.mjs`);
const env = { PYTHONNODEBUGRANGES: "1" }; // ranges of columns, which no page shows
const python = await loadPyodide({ indexURL: folder, env });
python.globals.set("names", readFileSync(0, "utf-8"));
process.stdout.write(python.runPython(`
import json
from base64 import b64encode
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from zipfile import ZipFile

LIBRARY = "/lib/python314.zip"

def bytecode(name):
    source = archive.read(name)
    # Without docstrings, but for Pyodide's own, which it reads.
    level = 0 if name.startswith("_pyodide/") else 2
    code = compile(source, f"{LIBRARY}/{name}", "exec", dont_inherit=True, optimize=level)
    return bytes(_code_to_hash_pyc(code, source_hash(source), checked=False))

with ZipFile(LIBRARY) as archive:
    said = json.dumps({n: b64encode(bytecode(n)).decode() for n in json.loads(names)})
said
`));
