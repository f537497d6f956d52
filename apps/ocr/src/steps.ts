/** A part of a task of a worker, in milliseconds since the epoch. */
export interface Step {
  name: 'open' | 'signature' | 'code' | 'layer' | 'draw' | 'text'
  from: number
  to: number
}

/** A page of an archive takes some ten. */
const STEPS_MAX = 200

/** Of the task at hand: a worker does one at a time. */
let steps: Step[] = []

const now = () => performance.timeOrigin + performance.now()

/** Does a part of the task, and keeps when it began and ended. */
export async function step<T>(name: Step['name'], work: () => Promise<T>): Promise<T> {
  const from = now()
  try {
    return await work()
  } finally {
    if (steps.length < STEPS_MAX) steps.push({ name, from, to: now() })
  }
}

/** The steps since the last call. */
export function takeSteps(): Step[] {
  const taken = steps
  steps = []
  return taken
}
