// The worker of a page: Python with the package's own sources, and what boards say to it.
// It begins as a `data:` address, the only one from which a page on a disk can begin a
// module; so all that it needs is handed to it, and asked for by the names of files. Nothing is
// a blob: in a worker that begins so, Safari reads none.

async function begin({ files, sources, lock }) {
  const letters = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  const load = (name) => import(`data:text/javascript;base64,${btoa(letters(new Uint8Array(files[name])))}`);
  self.fetch = async (address) => {
    const name = String(address).split("/").pop(), kind = name.endsWith(".wasm") ? "application/wasm" : "";
    return new Response(files[name], { headers: { "Content-Type": kind } });
  };
  const [{ loadPyodide }, module] = await Promise.all([load("pyodide.mjs"), load("pyodide.asm.mjs")]);
  const python = await loadPyodide({
    indexURL: "file:///", lockFileContents: lock, createPyodideModule: module.default,
  });
  for (const [path, content] of Object.entries(sources)) {
    python.FS.mkdirTree(`/page/${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`/page/${path}`, new Uint8Array(content));
  }
  python.runPython("import sys; sys.path.insert(0, '/page')");
  const later = (run, seconds) => {
    const kept = run.copy();
    setTimeout(() => (kept(), kept.destroy()), 1000 * seconds);
  };
  const hear = python.pyimport("foxkit.site.play.page_worker").start((said) => postMessage(said), later);
  onmessage = ({ data }) => (data === "alive?" ? postMessage({}) : hear(data));
  postMessage({ begun: true });
}

/** Let the page hear of an error, which a promise would keep to itself. */
const fail = (error) => setTimeout(() => { throw error; });
onmessage = ({ data }) => begin(data).catch(fail);
