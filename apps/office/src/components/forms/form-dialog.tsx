import type { Route } from '@consilium/contract/route.ts'
import type { ReactNode } from 'react'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import type { ObjectSchema, Values } from './form-values.ts'
import { FormModal } from './form-modal.tsx'
import { notifyDone } from '../dialogs/notify.ts'
import { RecordForm } from './record-form.tsx'
import { frameTexts } from '../texts.ts'
import { useRecordForm } from './use-record-form.ts'

interface FormDialogProps {
  title: string
  route: Route
  params?: Record<string, unknown>
  initial?: Values
  /** Reads the record again after somebody else has changed it. */
  reload?: () => Promise<Values>
  /** Fields that are always sent, such as the id; without this, all fields are sent. */
  always?: readonly string[]
  saveLabel?: string
  size?: string
  /** Message shown on success. */
  doneText?: string | ((answer: unknown) => string)
  onDone?: (answer: unknown) => void
  /** True while sending is blocked, for example until the user has confirmed a consequence. */
  isBlocked?: (values: Values) => boolean
  onClose: () => void
  children: ReactNode
}

/** A dialog for a small change of a record. */
export function FormDialog(props: FormDialogProps) {
  const t = useTexts(frameTexts)
  const { route, params, always, reload, onClose, saveLabel } = props
  const send = useLooseSend(route)
  const state = useRecordForm<Values, unknown>({
    schema: route.body as ObjectSchema,
    initial: props.initial ?? {},
    ...(always ? { always } : {}),
    ...(reload ? { reload } : {}),
    submit: (body, headers) => send.mutateAsync({ ...(params ? { params } : {}), body, headers }),
    onDone: (answer) => {
      const { doneText = t('saved') } = props
      notifyDone(typeof doneText === 'function' ? doneText(answer) : doneText)
      props.onDone?.(answer)
      onClose()
    },
  })
  return (
    <FormModal
      title={props.title}
      {...(props.size === undefined ? {} : { size: props.size })}
      isDirty={state.isDirty}
      onClose={onClose}
    >
      <RecordForm
        state={state}
        plain
        isWaiting={props.isBlocked?.(state.form.getValues()) ?? false}
        {...(saveLabel === undefined ? {} : { saveLabel })}
      >
        {props.children}
      </RecordForm>
    </FormModal>
  )
}
