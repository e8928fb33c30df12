// A worker of the lab: whole games between equal players, in WebAssembly and memory of
// its own. It begins as a `data:` address, and is handed all that it needs.

const STACK_BYTES = 1 << 20, SLOTS = 1 << 13; // bytes: below them the code's data and its stack
let memory, games, begun, size = 0;

async function begin(code) {
  memory = new WebAssembly.Memory({ initial: 2 * STACK_BYTES >> 16 });
  const known = (value, mutable = false) => new WebAssembly.Global({ value: "i32", mutable }, value);
  const env = { memory, __memory_base: known(1024), __table_base: known(0), __stack_pointer: known(STACK_BYTES, true) };
  games = (await WebAssembly.instantiate(code, { env })).instance.exports;
}

/** Play a game; return what both have got, and the moves. See `play_game` of `foxkit.site.wasm`. */
function played({ export: name, words, simulations, stream, moves, most }, block, rotation) {
  size = Math.max(size, 16 * simulations + 2 * moves);
  for (let longest = most || 1 << 9; ;) {
    let at = STACK_BYTES + SLOTS;
    const row = (length, bytes = 8) => [at, length, (at += 8 * Math.ceil(bytes * length / 8), bytes)];
    const nodes = [8, 8, 8, 4, 4, 4, 4, 8, 8]; // the bytes of an entry of each array of nodes
    const tree = [...nodes.map((bytes) => [size, bytes]), [moves], [moves], [3]].flatMap((each) => row(...each));
    const slots = [...tree, ...words, simulations, stream, block, rotation, ...row(longest)];
    const missing = at - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / (1 << 16)));
    new BigInt64Array(memory.buffer, STACK_BYTES, slots.length).set(slots.map(BigInt));
    if (games[name](STACK_BYTES)) throw new Error("these rules cannot be played");
    const plies = Number(new BigInt64Array(memory.buffer, STACK_BYTES, 1)[0]);
    const line = new BigInt64Array(memory.buffer, at - 8 * longest, Math.max(plies, 0));
    if (plies === -1) size *= 2; // the tree was too small
    else if (plies === -2 && !most) longest *= 2;
    else if (plies === -2) return [[0, 0], []];
    else return [[...new Float64Array(memory.buffer, STACK_BYTES + 8, 2)], Array.from(line, Number)];
  }
}

/** Play some blocks of games and tell of them; what goes wrong is told, too. */
onmessage = async ({ data: { code, job, blocks } }) => {
  try {
    if (code) begun = begin(code);
    await begun; // code comes first, and what to play may come before it is there
    if (job) postMessage({ job, found: blocks.map((block) => [block, [0, 1].map((seat) => played(job, block, seat))]) });
  } catch (error) {
    postMessage({ fault: String(error.message ?? error) });
  }
};
