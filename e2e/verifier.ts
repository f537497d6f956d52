import { BEHAVIOURS, IDENTITY_BEHAVIOURS, startVerifierServer } from '@consilium/api/test/verifier-server.ts'

/**
 * A verifier of invoices and identities to try things on: what it answers depends on the last two digits of the number of the
 * invoice, or of the phone of the person.
 */
const port = Number(process.env['PORT'] ?? '3002')
const secret = process.env['INVOICE_VERIFIER_SECRET'] ?? process.env['IDENTITY_VERIFIER_SECRET'] ?? null
const server = await startVerifierServer({
  port,
  secret,
  cost: process.env['COST'] ?? '0.05',
  onCall: (call, did) =>
    console.log(
      call.ask === 'identity'
        ? `identity with the phone ${call.phone}: ${did}`
        : `${call.kind} ${call.number} of ${call.date}: ${did}`,
    ),
})

console.log(`Verifier  ${server.url}`)
console.log(`INVOICE_VERIFIER_URL=${server.url} IDENTITY_VERIFIER_URL=${server.url} npm start`)
console.log(
  secret === null
    ? 'Calls are not checked: neither INVOICE_VERIFIER_SECRET nor IDENTITY_VERIFIER_SECRET is set.'
    : 'Calls must be signed.',
)
console.log('Invoices, by the last two digits of the number:')
for (const [ending, { says }] of Object.entries(BEHAVIOURS)) console.log(`  ${ending}  ${says}`)
console.log('  all others  valid, with the values that were asked about')
console.log('Identities, by the last two digits of the phone:')
for (const [ending, { says }] of Object.entries(IDENTITY_BEHAVIOURS)) console.log(`  ${ending}  ${says}`)
console.log('  all others  match')

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void server.close().then(() => process.exit(0)))
