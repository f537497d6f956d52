import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import type { BulkAction } from '../../components/list/list-definition.ts'
import { onDemand } from '../../components/on-demand.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { call, saveFile } from '../../lib/requests/api.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { isAmended } from '@consilium/web-kit/agreement-state.ts'
import { useReminding } from './reminding.tsx'
import { attendeeTexts } from './texts.ts'

const FeeDialog = onDemand(() => import('./fee-dialog.tsx'))

const ids = (rows: readonly Attendee[]) => rows.map(({ attendeeId }) => attendeeId)

/** What is done with many attendees at once. */
export function useLedgerActions(): BulkAction<Attendee>[] {
  const t = useTexts(attendeeTexts)
  const may = useMay()
  const sendReminders = useReminding()
  const isUnsigned = ({ signatureStatus }: Attendee) => signatureStatus !== 'signed'
  const setFee: BulkAction<Attendee> = {
    label: t('setFee'),
    may: (row) => row.abilities.changeFee && isUnsigned(row),
    run: () => Promise.resolve(),
    dialog: ({ rows, start, onClose }) => (
      <FeeDialog
        count={rows.length}
        onClose={onClose}
        onSet={(laborFee) =>
          start(({ attendeeId, version }) =>
            call(attendeeRoutes.update, { body: { attendeeId, version, laborFee } }),
          )
        }
      />
    ),
  }
  const remind: BulkAction<Attendee> = {
    label: t('remind'),
    may: (row) => row.abilities.update && (isUnsigned(row) || isAmended(row)),
    run: () => Promise.resolve(),
    runAll: (rows) => sendReminders(ids(rows)),
  }
  const download: BulkAction<Attendee> = {
    label: t('downloadAgreements'),
    may: ({ laborProtocolUrl }) => laborProtocolUrl !== null,
    run: () => Promise.resolve(),
    runAll: async (rows) => {
      const signed = rows.filter(({ laborProtocolUrl }) => laborProtocolUrl !== null)
      const query = { attendeeIds: ids(signed).join() }
      saveFile(await call(attendeeRoutes.agreements, { query }), 'agreements.zip')
      return new Map()
    },
  }
  const seal: BulkAction<Attendee> = {
    label: t('seal'),
    confirm: t('sealHint'),
    tone: 'usual',
    may: ({ sealStatus }) => sealStatus === 'awaiting',
    run: () => Promise.resolve(),
    runAll: async (rows) => {
      const answers = await call(sealRoutes.seal, { body: { attendeeIds: ids(rows) } })
      const left = answers.filter(({ outcome }) => outcome !== 'sealed')
      notifyDone(t('sealedCount', { count: answers.length - left.length }))
      return new Map(left.map(({ attendeeId, outcome }) => [attendeeId, t(outcome as 'sealedBefore')]))
    },
  }
  return [
    ...(may(sealRoutes.seal) ? [seal] : []),
    ...(may(attendeeRoutes.update) ? [setFee] : []),
    ...(may(attendeeRoutes.remind) ? [remind] : []),
    ...(may(attendeeRoutes.agreements) ? [download] : []),
  ]
}
