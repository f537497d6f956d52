// Uses the product over HTTP as its users would: npm run walkthrough (with npm start in another terminal). BASE_URL and
// ADMIN_PASSWORD select another installation; BOT_ADDRESS is the webhook address of a WeCom bot that may be told.
import { PACKAGES } from '../scripts/packages.ts'
import { requirePackages } from '../scripts/system-packages.ts'
import { adminPassword } from './admin-password.ts'
import { approveInSteps } from './walkthrough/approving.ts'
import {
  auditAPlan,
  checkAgreement,
  goPublic,
  importAndExport,
  keepMaterials,
} from './walkthrough/back-office.ts'
import { assembleCast, openStage } from './walkthrough/cast.ts'
import { outletsOf, tellPeople } from './walkthrough/notices.ts'
import { payByBank } from './walkthrough/bank.ts'
import { comeToTheDoor } from './walkthrough/door.ts'
import { lookAtOwn } from './walkthrough/paid-expert.ts'
import { limitManagers } from './walkthrough/portfolios.ts'
import { approveExperts, produce, signAgreements, trespass } from './walkthrough/chapters.ts'

const baseUrl = process.env.BASE_URL ?? `http://127.0.0.1:${process.env.PORT ?? 3000}/api`
const smsCode = process.env.SMS_FIXED_CODE ?? '123456'

async function main(): Promise<void> {
  requirePackages(PACKAGES.walkthrough)
  process.stdout.write(`Walking through ${baseUrl}\n`)
  const stage = await openStage(baseUrl, adminPassword(process.env), smsCode)
  const cast = await assembleCast(stage)
  await approveExperts(stage, cast)
  const production = await produce(stage, cast)
  const attendeeIds = await signAgreements(stage, production)
  await trespass(stage, cast, production, attendeeIds)
  await auditAPlan(cast, production)
  await checkAgreement(stage, production, attendeeIds[0] ?? 0)
  await keepMaterials(cast, production)
  await goPublic(stage, cast, production)
  await importAndExport(cast)
  await approveInSteps(stage, cast, production)
  const held = await comeToTheDoor(stage, cast, production)
  await payByBank(stage, cast, production)
  await lookAtOwn(stage, production, held)
  await limitManagers(stage, cast, production)
  await tellPeople(stage, cast, production, outletsOf(process.env))
  process.stdout.write('\nEverything came back as said.\n')
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    const unreachable =
      error.message === 'fetch failed' ? ` (is Consilium running at ${baseUrl}? npm start)` : ''
    process.stderr.write(`\nThe walkthrough stopped: ${error.message}${unreachable}\n`)
    process.exit(1)
  },
)
