/** Thrown if too much work is waiting already. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
}

/** Runs at most `atOnce` tasks together; at most `waiting` others wait, in the order they came. */
export function createBoundedQueue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0

  async function begin(): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (queue.length >= waiting) throw new QueueFull()
    // A task that ends passes its place on, so `running` stays unchanged.
    await new Promise<void>((resolve) => queue.push(resolve))
  }

  function end(): void {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await begin()
    try {
      return await work()
    } finally {
      end()
    }
  }
}
