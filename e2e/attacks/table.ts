import type { Attack } from './attack.ts'
import { CONTAINER_ATTACKS } from './containers.ts'
import { COSTLY_ATTACKS } from './costly.ts'
import { DOOR_ATTACKS } from './door.ts'
import { INPUT_ATTACKS } from './inputs.ts'
import { LOGIN_ATTACKS } from './logins.ts'
import { MONEY_ATTACKS } from './money.ts'
import { PLATFORM_ATTACKS } from './platform.ts'
import { SIGNATURE_ATTACKS } from './signatures.ts'
import { SOCKET_ATTACKS } from './sockets.ts'
import { TEXT_ATTACKS } from './texts.ts'
import { UPLOAD_ATTACKS } from './uploads.ts'

/**
 * Every attack that stopped the product or slowed others once. To add one: write a row (`attack.ts` says what it has)
 * in a file of its family in this folder, and name that family here.
 *
 *     export const NAME_ATTACKS: readonly Attack[] = [
 *       {
 *         id: 'SEC-9',
 *         title: '400 logins at once',
 *         attack: ({ send }) => Promise.all(Array.from({ length: 400 }, () => send({ path: '/login', body }))),
 *         expect: orderly,
 *       },
 *     ]
 *
 * `npm run test:attacks -- SEC-9` runs the rows of that id and prints the table; `npm test` runs all of them as tests,
 * after everything else. Beside what `expect` asks for, the slowest answer of `GET /health/live` counts for every row.
 */
export const ATTACKS: readonly Attack[] = [
  ...CONTAINER_ATTACKS,
  ...TEXT_ATTACKS,
  ...INPUT_ATTACKS,
  ...UPLOAD_ATTACKS,
  ...SIGNATURE_ATTACKS,
  ...COSTLY_ATTACKS,
  ...DOOR_ATTACKS,
  ...LOGIN_ATTACKS,
  ...PLATFORM_ATTACKS,
  ...MONEY_ATTACKS,
  ...SOCKET_ATTACKS,
]
