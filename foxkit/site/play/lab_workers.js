// The workers of a page's balance lab, which play whole games in WebAssembly.

const PIECE_MILLISECONDS = 300; // milliseconds of games between two looks at the curve

/** Workers that play what is asked, as many at once as the device has processors. */
class GameWorkers {
  constructor(code, take, lost) {
    Object.assign(this, { take, lost, jobs: [], next: new Map() });
    const source = `data:text/javascript;base64,${btoa(Array.from(new TextEncoder().encode(GAME_WORKER), (b) => String.fromCharCode(b)).join(""))}`;
    this.workers = new Set(Array.from({ length: navigator.hardwareConcurrency || 1 }, () => {
      const worker = Object.assign(new Worker(source), { pace: 1 });
      worker.onmessage = ({ data }) => (data.fault ? this.remove(worker, data.fault) : this.receive(worker, data));
      worker.onerror = ({ message }) => this.remove(worker, message || "a worker did not start");
      worker.postMessage({ code });
      return worker;
    }));
  }

  /** Play so many pairs of each job, beginning with the job that has the fewest. */
  play(jobs, pairs) {
    Object.assign(this, { jobs, pairs });
    this.startIdle();
  }

  startIdle() {
    for (const worker of this.workers) if (!worker.given) this.send(worker);
  }

  send(worker) {
    const begun = ({ address }) => this.next.get(address) ?? 0;
    const [job] = this.jobs.filter((each) => begun(each) < this.pairs).sort((a, b) => begun(a) - begun(b));
    if (!job) return;
    const first = begun(job), end = Math.min(this.pairs, first + worker.pace);
    this.next.set(job.address, end);
    Object.assign(worker, { given: { job, first }, begun: performance.now() });
    worker.postMessage({ job, blocks: Array.from({ length: end - first }, (_, i) => first + i) });
  }

  receive(worker, { job, found }) {
    const each = (performance.now() - worker.begun) / found.length;
    worker.pace = Math.max(1, Math.min(25, Math.round(PIECE_MILLISECONDS / each)));
    worker.given = null;
    this.take(job, found);
    this.send(worker);
  }

  /** Remove a worker that failed, for lack of memory, say; others play its games. */
  remove(worker, fault) {
    worker.terminate();
    this.workers.delete(worker);
    const { job, first } = worker.given ?? {};
    if (job) this.next.set(job.address, Math.min(first, this.next.get(job.address)));
    this.lost(fault, this.workers.size);
    this.startIdle();
  }

  end() {
    for (const worker of this.workers) worker.terminate();
  }
}
