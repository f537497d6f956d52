import type { Answered } from './attack.ts'
import { HEALTH_LIMIT_MS, type Outcome } from './run-attack.ts'
import type { Slowest } from './health.ts'

const ID_WIDTH = 8
const TITLE_WIDTH = 68
const ANSWER_WIDTH = 44
const MS_WIDTH = 10

const milliseconds = (ms: number) => `${Math.round(ms)} ms`.padStart(MS_WIDTH)

function nameOf({ status, error }: Answered): string {
  return status === 0 ? 'cut off' : [status, error].filter((part) => part !== null).join(' ')
}

/** Formats equal answers as `400 FILE_TYPE_REFUSED ×5`. */
function summary(answers: readonly Answered[]): string {
  const groups = [...Map.groupBy(answers, nameOf)]
  return groups.map(([name, { length }]) => (length > 1 ? `${name} ×${length}` : name)).join(', ')
}

export function printHead({ service, machine }: Slowest): void {
  console.log(
    `Idle, the slowest health answer took ${Math.round(service)} ms (a server that does nothing: ${Math.round(machine)} ms); during an attack it may take ${HEALTH_LIMIT_MS} ms.\n`,
  )
  const columns = ['id'.padEnd(ID_WIDTH), 'attack'.padEnd(TITLE_WIDTH), 'answered'.padEnd(ANSWER_WIDTH)]
  console.log(
    `     ${columns.join('')}${'took'.padStart(MS_WIDTH)}${'health'.padStart(MS_WIDTH)}${'as seen'.padStart(MS_WIDTH)}`,
  )
}

export function printOutcome({ attack, answers, ms, slowest, failure }: Outcome): void {
  const columns = [attack.id.padEnd(ID_WIDTH), attack.title.padEnd(TITLE_WIDTH)]
  const said = summary(answers).padEnd(ANSWER_WIDTH)
  console.log(
    `${failure ? 'FAIL' : 'ok  '} ${columns.join('')}${said}${milliseconds(ms)}${milliseconds(slowest.service)}${milliseconds(slowest.seen)}`,
  )
  if (attack.note) console.log(`     ${attack.note(answers)}`)
  if (failure) console.log(`     ${failure.message.replaceAll('\n', '\n     ')}`)
}
