const TELL_EVERY_MS = 5000
const MS_PER_SECOND = 1000
const LABEL_WIDTH = 22

/** Reports the progress of one part of the work. */
export interface Counting {
  tell(done: number): void
  end(): void
}

export interface Report {
  part(label: string, total: number): Counting
}

export const silent: Report = { part: () => ({ tell: () => {}, end: () => {} }) }

/** Prints one line per part, and the progress of long parts. */
export function createReport(print: (line: string) => void): Report {
  return {
    part(label, total) {
      const started = performance.now()
      let told = started
      const line = (done: number) => {
        const seconds = ((performance.now() - started) / MS_PER_SECOND).toFixed(1)
        print(`${label.padEnd(LABEL_WIDTH)} ${String(done).padStart(5)} of ${total}   ${seconds} s`)
      }
      return {
        tell(done) {
          if (performance.now() - told < TELL_EVERY_MS || done === total) return
          told = performance.now()
          line(done)
        },
        end: () => line(total),
      }
    },
  }
}
