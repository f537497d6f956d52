import type { InvoiceReadField } from '@consilium/contract/invoices/invoice-reading.ts'
import { materialRoutes, type MeetingInvoice } from '@consilium/contract/materials/materials.ts'
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { LongTextField } from '../../components/forms/fields.tsx'
import { FormModal } from '../../components/forms/form-modal.tsx'
import type { Values } from '../../components/forms/form-values.ts'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { wheel } from '../../components/on-demand.tsx'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { frameTexts } from '../../components/texts.ts'
import { type RecordForm as FormState, useRecordForm } from '../../components/forms/use-record-form.ts'
import { usePhone } from '../../components/forms/use-phone.ts'
import { call } from '../../lib/requests/api.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { AuthorityPanel } from './authority.tsx'
import { FindingList, findingsOf } from './findings.tsx'
import { fieldsInDoubt, InvoiceFields } from './invoice-fields.tsx'
import { OriginalUpload } from './original-upload.tsx'
import { OriginalView } from './original-view.tsx'
import { invoiceTexts } from './texts.ts'
import classes from './workbench.module.css'

const routes = materialRoutes.meetingInvoice
/** More invoices of one meeting than fit a page of the list are reached by closing and opening it again. */
const INVOICES_MAX = 200

const focusOn = (field: InvoiceReadField) =>
  document.querySelector<HTMLElement>(`[role="dialog"] [name="${field}"]`)?.focus()

interface EditorProps {
  invoice: MeetingInvoice
  saveLabel: string
  /** Gets the form, so that changes are saved before the next invoice is shown. */
  expose: (state: FormState) => void
  onSaved: () => void
}

/** One invoice: its original on the left or above, its fields on the right or below. */
function Editor({ invoice, saveLabel, expose, onSaved }: EditorProps) {
  const t = useTexts(invoiceTexts)
  const frame = useTexts(frameTexts)
  const [active, setActive] = useState<InvoiceReadField | null>(null)
  const [isBusy, setBusy] = useState(false)
  const send = useLooseSend(routes.update)
  const state = useRecordForm<Values, unknown>({
    schema: routes.update.body,
    initial: invoice,
    always: ['recordId', 'version'],
    reload: () => call(routes.get, { params: invoice }),
    submit: (body, headers) => send.mutateAsync({ body, headers }),
    onDone: () => {
      notifyDone(frame('saved'))
      onSaved()
    },
  })
  // After each rendering that is shown, so that moving on saves what is shown.
  useEffect(() => expose(state))
  const doubted = fieldsInDoubt(invoice)
  const isSuspicious = findingsOf(invoice).some(
    (finding) => finding !== 'corrected' && finding !== 'notOriginal',
  )
  return (
    <div className={classes.bench}>
      <div className={classes.original}>
        <OriginalView invoice={invoice} doubted={doubted} active={active} onChoose={focusOn} />
      </div>
      <RecordForm state={state} plain isWaiting={isBusy} saveLabel={saveLabel}>
        {isSuspicious && (
          <Alert color="orange" role="status">
            <FindingList invoice={invoice} />
          </Alert>
        )}
        <AuthorityPanel invoice={invoice} />
        <InvoiceFields invoice={invoice} cols={{ base: 1, xl: 2 }} onFocus={setActive} />
        <LongTextField name="remark" label={t('remark')} />
        <OriginalUpload files={invoice.files} onBusy={setBusy} />
      </RecordForm>
    </div>
  )
}

/** The invoices of the meeting that can be corrected, the doubtful ones first, in the order in which they were at the beginning. */
function useQueue(meetingId: number, first: MeetingInvoice | undefined) {
  const query = { meetingId, pageSize: INVOICES_MAX, orderByColumn: 'needsReview', isAsc: 'desc' } as const
  const { data, error, refetch } = useQuery({
    queryKey: [routes.list.path, 'workbench', meetingId],
    queryFn: ({ signal }) => call(routes.list, { query, signal }),
  })
  const order = useRef<number[]>([])
  const rows = (data?.rows ?? []).filter(({ abilities }) => abilities.update)
  if (order.current.length === 0) order.current = rows.map(({ recordId }) => recordId)
  const queue = order.current.flatMap((id) => rows.find(({ recordId }) => recordId === id) ?? [])
  const start = Math.max(
    0,
    queue.findIndex(({ recordId }) => recordId === first?.recordId),
  )
  return { queue, start, error, refetch, isThere: data !== undefined }
}

/** Page Up and Page Down lead on wherever the focus is, unless another dialog is open above. */
function useKeys(go: (by: number) => void): void {
  const latest = useRef(go)
  useEffect(() => {
    latest.current = go
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'PageDown' && event.key !== 'PageUp') return
      if (document.querySelectorAll('[role=dialog]').length > 1) return
      event.preventDefault()
      latest.current(event.key === 'PageDown' ? 1 : -1)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

interface WorkbenchProps {
  meetingId: number
  /** Where to begin; otherwise with the first that somebody must look at. */
  first: MeetingInvoice | undefined
  onClose: () => void
}

/** Invoices one after another, each beside its original. Moving on saves what was changed. */
export default function InvoiceWorkbench({ meetingId, first, onClose }: WorkbenchProps) {
  const t = useTexts(invoiceTexts)
  const isPhone = usePhone()
  const { queue, start, error, refetch, isThere } = useQueue(meetingId, first)
  const [chosen, setChosen] = useState<number | null>(null)
  const form = useRef<FormState | null>(null)
  const step = useRef(1)
  const place = chosen ?? start
  const invoice = queue[place]
  const isLast = place >= queue.length - 1
  const move = () => {
    const next = place + step.current
    step.current = 1
    form.current = null
    if (next >= queue.length) onClose()
    else setChosen(Math.max(0, next))
  }
  const go = (by: number) => {
    if (!queue[place + by]) return
    step.current = by
    if (form.current?.isDirty()) form.current.submit()
    else move()
  }
  useKeys(go)
  const steps = (
    <Group justify="space-between" wrap="nowrap" gap="xs" py="xs" className={classes.steps}>
      <Button
        variant="default"
        px={isPhone ? 'xs' : 'md'}
        style={{ flexShrink: 0 }}
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        disabled={place === 0}
        aria-keyshortcuts="PageUp"
        onClick={() => go(-1)}
      >
        {t('previousInvoice')}
      </Button>
      <Text size="sm" ta="center" role="status" style={{ textWrap: isPhone ? 'nowrap' : 'wrap' }}>
        {t('placeInQueue', { place: place + 1, count: queue.length })}
        {!isPhone && (
          <Text span size="xs" c="dimmed" ml="sm">
            PageUp / PageDown {t('keysHint')}
          </Text>
        )}
      </Text>
      <Button
        variant="default"
        px={isPhone ? 'xs' : 'md'}
        style={{ flexShrink: 0 }}
        rightSection={<IconChevronRight size={16} aria-hidden />}
        disabled={isLast}
        aria-keyshortcuts="PageDown"
        onClick={() => go(1)}
      >
        {t('nextInvoice')}
      </Button>
    </Group>
  )
  return (
    <FormModal
      title={t('edit')}
      size="100%"
      isDirty={() => form.current?.isDirty() ?? false}
      onClose={onClose}
    >
      <Stack gap="md">
        {error && <RequestError error={error} onRetry={() => void refetch()} />}
        {!isThere && !error && wheel}
        {isThere && !invoice && <Text>{t('nothingToCheck')}</Text>}
        {invoice && (
          <>
            {steps}
            <Editor
              key={invoice.recordId}
              invoice={invoice}
              saveLabel={t(isLast ? 'saveAndClose' : 'saveAndNext')}
              expose={(state) => {
                form.current = state
              }}
              onSaved={move}
            />
          </>
        )}
      </Stack>
    </FormModal>
  )
}
