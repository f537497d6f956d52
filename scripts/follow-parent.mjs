// Preloaded into the command that run.mjs starts. When run.mjs is killed outright it can forward
// nothing, but the channel between the two closes: then this process ends as if told to.
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
