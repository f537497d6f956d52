import {
  SupportIntentCreate,
  supportIntentRoutes,
  SupportIntentUpdate,
  type SupportIntent,
} from '@consilium/contract/intents/intents.ts'
import { useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { LongTextField, MoneyField } from '../../components/forms/fields.tsx'
import { FormModal } from '../../components/forms/form-modal.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RecordForm } from '../../components/forms/record-form.tsx'
import { frameTexts } from '../../components/texts.ts'
import { useRecordForm, type RecordForm as FormState } from '../../components/forms/use-record-form.ts'
import { call } from '../../lib/requests/api.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { signUpTexts } from './texts.ts'

interface DialogProps {
  title: string
  onClose: () => void
}

interface FrameProps extends DialogProps {
  state: FormState
  saveLabel: string
}

function Frame({ title, state, saveLabel, onClose }: FrameProps) {
  const t = useTexts(signUpTexts)
  return (
    <FormModal title={title} isDirty={state.isDirty} onClose={onClose}>
      <RecordForm state={state} plain saveLabel={saveLabel}>
        <MoneyField name="amount" label={t('amount')} />
        <LongTextField name="remark" label={t('remark')} />
      </RecordForm>
    </FormModal>
  )
}

function useSent(): () => void {
  const t = useTexts(signUpTexts)
  const navigate = useNavigate()
  return () => {
    notifyDone(t('sent'))
    void navigate({ to: '/sign-ups' })
  }
}

interface NewProps extends DialogProps {
  projectId: number
}

/** Dialog for a new support intent. */
export function NewOfferDialog({ projectId, ...dialog }: NewProps) {
  const t = useTexts(signUpTexts)
  const send = useSend(supportIntentRoutes.create)
  const state = useRecordForm<z.input<typeof SupportIntentCreate>, unknown>({
    schema: SupportIntentCreate,
    initial: { projectId },
    submit: (body, headers) => send.mutateAsync({ body, headers }),
    onDone: useSent(),
  })
  return <Frame {...dialog} state={state} saveLabel={t('offer')} />
}

function useSaved(onClose: () => void): () => void {
  const frame = useTexts(frameTexts)
  return () => {
    notifyDone(frame('saved'))
    onClose()
  }
}

export function ChangeOfferDialog({ intent, ...dialog }: DialogProps & { intent: SupportIntent }) {
  const frame = useTexts(frameTexts)
  const send = useSend(supportIntentRoutes.update)
  const state = useRecordForm<z.input<typeof SupportIntentUpdate>, unknown>({
    schema: SupportIntentUpdate,
    initial: intent,
    always: ['intentId', 'version'],
    submit: (body) => send.mutateAsync({ body }),
    onDone: useSaved(dialog.onClose),
    reload: () => call(supportIntentRoutes.get, { params: intent }),
  })
  return <Frame {...dialog} state={state} saveLabel={frame('save')} />
}
