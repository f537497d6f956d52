import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { LABOR_FORMS } from '@consilium/contract/agreements/labor-forms.ts'
import { Alert, SimpleGrid, Stack } from '@mantine/core'
import { useState } from 'react'
import { SelectField } from '../../components/forms/choice-fields.tsx'
import {
  CustomField,
  IntegerField,
  LongTextField,
  MoneyField,
  PhoneField,
  TextField,
} from '../../components/forms/fields.tsx'
import { typedText } from '../../components/forms/form-values.ts'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { useFormAround } from '../../components/forms/record-form.tsx'
import { SuggestedField } from '../../components/forms/suggested-field.tsx'
import type { ShownFile } from '../../components/upload/shown-file.ts'
import { PICTURES } from '@consilium/web-kit/files.ts'
import { FileUpload } from '../../components/upload/file-upload.tsx'
import { call } from '../../lib/requests/api.ts'
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
    <CustomField name="onSitePhotos">
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
    ? {
        ...attendee,
        laborFee: attendee.amendment.payableAmount,
        feeMinutes: attendee.amendment.feeMinutes,
      }
    : attendee

/** Another fee after signing needs a reason, and waits for the expert. */
function AmendmentReason({ attendee }: { attendee: Attendee }) {
  const t = useTexts(attendeeTexts)
  const { laborFee, feeMinutes } = useFormAround().form.getValues()
  const minutes = feeMinutes === '' ? null : feeMinutes
  const isKept = [attendee, withProposedFee(attendee)].some(
    (terms) => laborFee === terms.laborFee && minutes === terms.feeMinutes,
  )
  if (attendee.signatureStatus !== 'signed' || isKept) return null
  return (
    <Alert color="orange" role="status" title={t('feeAfterSigning')}>
      <Stack gap="xs">
        {t('feeAfterSigningHint')}
        <TextField name="reason" label={t('reason')} required />
      </Stack>
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
        {attendee === null && <PhoneField name="phone" autoComplete="off" />}
        <TextField name="name" description={attendee === null ? t('nameHint') : undefined} />
        <TextField name="unit" />
        <SuggestedField name="department" from="department" />
        <SuggestedField name="title" from="professional_title" />
        <TextField name="bankRegion" />
        <SelectField
          name="laborForm"
          options={LABOR_FORMS.map((value) => ({ value, label: forms.label(value) }))}
        />
        <MoneyField name="laborFee" disabled={attendee !== null && !attendee.abilities.changeFee} />
        <IntegerField
          name="feeMinutes"
          description={t('feeMinutesHint')}
          disabled={attendee !== null && !attendee.abilities.changeFee}
        />
      </SimpleGrid>
      <MonthHint meetingId={meetingId} attendeeId={attendee?.attendeeId ?? null} />
      {attendee !== null && <AmendmentReason attendee={attendee} />}
      <LongTextField name="summary" />
      <Photos attendee={attendee} />
    </FormDialog>
  )
}
