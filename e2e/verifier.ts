import { BEHAVIOURS, startVerifierServer } from '@consilium/api/test/verifier-server.ts'

/** A verifier of invoices to try things on: what it answers depends on the last two digits of the number. */
const port = Number(process.env['PORT'] ?? '3002')
const secret = process.env['INVOICE_VERIFIER_SECRET'] ?? null
const server = await startVerifierServer({
  port,
  secret,
  cost: process.env['COST'] ?? '0.05',
  onCall: ({ kind, number, date }, did) => console.log(`${kind} ${number} of ${date}: ${did}`),
})

console.log(`Verifier  ${server.url}`)
console.log(`INVOICE_VERIFIER_URL=${server.url} npm start`)
console.log(
  secret === null ? 'Calls are not checked: INVOICE_VERIFIER_SECRET is not set.' : 'Calls must be signed.',
)
console.log('By the last two digits of the number:')
for (const [ending, { says }] of Object.entries(BEHAVIOURS)) console.log(`  ${ending}  ${says}`)
console.log('  all others  valid, with the values that were asked about')

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)))
