// The worker of a page: Python with the package's own sources, and what boards say to it.
// It begins as a `data:` address, the only one from which a page on a disk can begin a
// module; so all that it needs is handed to it, and asked for by the names of files.

async function begin({ files, sources, lock }) {
  const kinds = { wasm: "application/wasm", mjs: "text/javascript" };
  const blob = (name) => new Blob([files[name]], { type: kinds[name.split(".").pop()] ?? "" });
  const load = (name) => import(URL.createObjectURL(blob(name)));
  self.fetch = async (address) => new Response(blob(String(address).split("/").pop()));
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
