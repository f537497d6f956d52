import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees.ts'
import { LABOR_FORMS } from '@consilium/contract/labor-forms.ts'
import { Alert, SimpleGrid } from '@mantine/core'
import { useState } from 'react'
import { SelectField } from '../../components/choice-fields.tsx'
import { CustomField, LongTextField, MoneyField, PhoneField, TextField } from '../../components/fields.tsx'
import { typedText } from '../../components/form-values.ts'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useFormAround } from '../../components/record-form.tsx'
import { SuggestedField } from '../../components/suggested-field.tsx'
import type { ShownFile } from '../../components/upload/file-gallery.tsx'
import { FileUpload, PICTURES } from '../../components/upload/file-upload.tsx'
import { call } from '../../lib/api.ts'
import { useDictionary } from '../../lib/dictionary.ts'
import { useTexts } from '../../lib/texts.ts'
import { EngagedSelect } from './engaged-select.tsx'
import { PhoneCapBadge } from '../caps/cap-badges.tsx'
import { MonthHint } from './month-hint.tsx'
import { photosOf } from './photos.ts'
import { attendeeTexts } from './texts.ts'

const PHOTOS_MAX = 20

function Photos({ attendee }: { attendee: Attendee | null }) {
  const t = useTexts(attendeeTexts)
  const [files, setFiles] = useState<ShownFile[]>(() =>
    attendee ? photosOf(attendee, (number) => t('photo', { number })) : [],
  )
  return (
    <CustomField name="onSitePhotos" label={t('photos')}>
      {(_value, set) => (
        <FileUpload
          label={t('addPhoto')}
          accept={PICTURES}
          camera
          files={files}
          max={PHOTOS_MAX}
          onChange={(next) => {
            setFiles(next)
            set(next.map(({ fileId }) => fileId))
          }}
        />
      )}
    </CustomField>
  )
}

/** With the fee that waits for the expert, so that the signed one can be entered again, which takes the change back. */
const withProposedFee = (attendee: Attendee): Attendee =>
  attendee.amendment?.status === 'proposed'
    ? { ...attendee, laborFee: attendee.amendment.payableAmount }
    : attendee

/** Another fee after signing needs a reason, and waits for the expert. */
function AmendmentReason({ attendee }: { attendee: Attendee }) {
  const t = useTexts(attendeeTexts)
  const fee = useFormAround().form.getValues()['laborFee']
  const isKept = fee === attendee.laborFee || fee === withProposedFee(attendee).laborFee
  if (attendee.signatureStatus !== 'signed' || isKept) return null
  return (
    <Alert color="orange" role="status" title={t('feeAfterSigning')}>
      {t('feeAfterSigningHint')}
      <TextField name="reason" label={t('reason')} />
    </Alert>
  )
}

/** How the caps of the expert with the typed phone stand, before anything is saved. */
function CapHint({ meetingId }: { meetingId: number }) {
  const { phone } = useFormAround().form.getValues()
  return (
    <div aria-live="polite">
      <PhoneCapBadge phone={typedText(phone)} meetingId={meetingId} />
    </div>
  )
}

interface AttendeeDialogProps {
  meetingId: number
  attendee: Attendee | null
  onClose: () => void
}

/** Adds an expert to a meeting, or changes an attendee. */
export function AttendeeDialog({ meetingId, attendee, onClose }: AttendeeDialogProps) {
  const t = useTexts(attendeeTexts)
  const forms = useDictionary('labor_form')
  const change =
    attendee === null
      ? { title: t('add'), route: attendeeRoutes.create, initial: { meetingId, laborForm: LABOR_FORMS[0] } }
      : {
          title: t('edit'),
          route: attendeeRoutes.update,
          initial: withProposedFee(attendee),
          always: ['attendeeId', 'version'],
          reload: async () => withProposedFee(await call(attendeeRoutes.get, { params: attendee })),
        }
  return (
    <FormDialog {...change} size="lg" onClose={onClose}>
      {attendee === null && (
        <Alert color="blue" variant="light">
          {t('addHint')}
        </Alert>
      )}
      {attendee === null && <EngagedSelect />}
      {attendee === null && <CapHint meetingId={meetingId} />}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {attendee === null && <PhoneField name="phone" label={t('phone')} autoComplete="off" />}
        <TextField
          name="name"
          label={t('name')}
          description={attendee === null ? t('nameHint') : undefined}
        />
        <TextField name="unit" label={t('unit')} />
        <SuggestedField name="department" from="department" label={t('department')} />
        <SuggestedField name="title" from="professional_title" label={t('jobTitle')} />
        <TextField name="bankRegion" label={t('bankRegion')} />
        <SelectField
          name="laborForm"
          label={t('laborForm')}
          options={LABOR_FORMS.map((value) => ({ value, label: forms.label(value) }))}
        />
        <MoneyField
          name="laborFee"
          label={t('payable')}
          disabled={attendee !== null && !attendee.abilities.changeFee}
        />
      </SimpleGrid>
      <MonthHint meetingId={meetingId} attendeeId={attendee?.attendeeId ?? null} />
      {attendee !== null && <AmendmentReason attendee={attendee} />}
      <LongTextField name="summary" label={t('summary')} />
      <Photos attendee={attendee} />
    </FormDialog>
  )
}
