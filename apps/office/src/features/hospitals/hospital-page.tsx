import { HOSPITAL_LEVEL_LABELS } from '@consilium/contract/hospitals/hospital-record.ts'
import { hospitalRoutes, type Hospital } from '@consilium/contract/hospitals/hospitals.ts'
import { Button, Text } from '@mantine/core'
import { IconArrowMerge, IconPencil, IconStethoscope } from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { RemoteField } from '../../components/forms/choice-fields.tsx'
import { FormDialog } from '../../components/forms/form-dialog.tsx'
import { LinkButton } from '../../components/links.tsx'
import { Facts, RecordPage, Section } from '../../components/records/record-page.tsx'
import { frameTexts } from '../../components/texts.ts'
import { minute, orNothing, useLabel, useComma } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { hospitalOptions } from './hospital-options.ts'
import { hospitalTexts } from './texts.ts'

function MergeButton({ hospital: { hospitalId, version, name } }: { hospital: Hospital }) {
  const t = useTexts(hospitalTexts)
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowMerge size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('merge')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('mergeTitle', { name })}
          route={hospitalRoutes.merge}
          initial={{ hospitalId, version }}
          saveLabel={t('merge')}
          doneText={t('merged')}
          onDone={(merged) =>
            void navigate({ to: `/hospitals/${(merged as Hospital).hospitalId}`, replace: true })
          }
          onClose={() => setOpen(false)}
        >
          <Text size="sm">{t('mergeHint', { name })}</Text>
          <RemoteField name="intoId" label={t('mergeInto')} source={hospitalOptions} />
        </FormDialog>
      )}
    </>
  )
}

export function Page() {
  const comma = useComma()
  const t = useTexts(hospitalTexts)
  const frame = useTexts(frameTexts)
  const level = useLabel(HOSPITAL_LEVEL_LABELS)
  const { hospitalId }: { hospitalId?: string } = useParams({ strict: false })
  return (
    <RecordPage
      route={hospitalRoutes.get}
      params={{ hospitalId }}
      title={({ name }) => name}
      subtitle={(each) => (each.level === null ? null : level(each.level))}
      backTo="/hospitals"
      actions={(hospital) => (
        <>
          {hospital.abilities.merge && <MergeButton hospital={hospital} />}
          {hospital.abilities.update && (
            <LinkButton
              to={`/hospitals/${hospital.hospitalId}/edit`}
              leftSection={<IconPencil size={16} aria-hidden />}
            >
              {frame('edit')}
            </LinkButton>
          )}
        </>
      )}
    >
      {(hospital) => (
        <Section
          title={frame('details')}
          actions={
            hospital.experts > 0 && (
              <LinkButton
                to={`/experts?hospitalId=${hospital.hospitalId}`}
                variant="default"
                leftSection={<IconStethoscope size={16} aria-hidden />}
              >
                {t('showExperts')}
              </LinkButton>
            )
          }
        >
          <Facts
            items={[
              [t('aliases'), orNothing(hospital.aliases.join(comma) || null)],
              [t('province'), orNothing(hospital.province)],
              [t('city'), orNothing(hospital.city)],
              [t('creditCode'), orNothing(hospital.creditCode)],
              [t('experts'), hospital.experts],
              [frame('createTime'), minute(hospital.createTime)],
            ]}
          />
        </Section>
      )}
    </RecordPage>
  )
}
