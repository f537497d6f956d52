import { GOAL_MS, type Measured, type Measurement } from './measure-lists.ts'

const ms = (value: number) => (Number.isFinite(value) ? value.toFixed(value < 10 ? 1 : 0) : 'no answer')
const nameOf = ({ role, list, what }: Measured) => `${role} · ${list} · ${what}`

/** A case at each size. */
function lineOf(name: string, sizes: readonly (Measured | undefined)[]): string {
  const cells = sizes.map((one) => (one ? `${ms(one.p50)} / ${ms(one.p95)}` : ''))
  const rows = sizes.map((one) => (one ? String(one.rows) : ''))
  const ratios = sizes.slice(1).map((one, index) => {
    const before = sizes[index]
    return one && before ? (one.p50 / before.p50).toFixed(1) : ''
  })
  return `| ${[name, ...cells, ...ratios, ...rows].join(' | ')} |`
}

const planOf = (one: Measured) =>
  `\n### ${nameOf(one)}: ${ms(one.p50)} ms\n\n${one.plans.map((plan) => `\`\`\`\n${plan}\n\`\`\``).join('\n')}\n`

/** A table of all cases, p50 / p95 in milliseconds at each size, and the plans of those above the goal. */
export function reportOf(measurements: readonly Measurement[]): string {
  const sizes = measurements.map(({ meetings }) => meetings.toLocaleString('en'))
  const steps = sizes.slice(1).map((size, index) => `${sizes[index]} → ${size}`)
  const head = [
    'list',
    ...sizes.map((size) => `${size}: p50 / p95 ms`),
    ...steps,
    ...sizes.map((size) => `rows read at ${size}`),
  ]
  const names = [...new Set(measurements.flatMap(({ lists }) => lists.map(nameOf)))]
  const at = (name: string) => measurements.map(({ lists }) => lists.find((one) => nameOf(one) === name))
  const missed = measurements.flatMap(({ lists }) => lists.filter(({ p50 }) => p50 > GOAL_MS))
  const writes = measurements.flatMap(({ meetings, writes: each }) =>
    each.map(
      ({ what, p50, p95 }) =>
        `- ${what} at ${meetings.toLocaleString('en')} meetings: ${ms(p50)} / ${ms(p95)} ms`,
    ),
  )
  const filled = measurements.flatMap(({ meetings, seconds }) =>
    seconds === null
      ? []
      : [`- ${meetings.toLocaleString('en')} meetings were filled in ${seconds.toFixed(0)} s.`],
  )
  return [
    ...filled,
    ...writes,
    '',
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...names.map((name) => lineOf(name, at(name))),
    '',
    missed.length === 0 ? `No list is above ${GOAL_MS} ms.` : `${missed.length} above ${GOAL_MS} ms:`,
    ...missed.map(planOf),
  ].join('\n')
}
