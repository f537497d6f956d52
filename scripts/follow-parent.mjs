// Preloaded into the command that run.mjs starts. If run.mjs is killed, it can forward nothing, but the channel between
// the two closes, and this process then ends as if it had been told to.
import { isMainThread } from 'node:worker_threads'

const GRACE_MS = 10_000

const startedByRunner = process.env.CONSILIUM_PARENT_PID === String(process.ppid)
if (isMainThread && startedByRunner && process.channel) {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM')
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), GRACE_MS).unref()
  })
  process.channel.unref()
}
