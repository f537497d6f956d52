import { paymentRoutes, type TaxMonth } from '@consilium/contract/payments/payments.ts'
import { factsInWords } from '@consilium/contract/persons/personal-facts.ts'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { Dots } from '../../components/dots.tsx'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone, notifyFailed } from '../../components/dialogs/notify.ts'
import { Facts, Section } from '../../components/records/record-page.tsx'
import { useErrorText } from '../../components/dialogs/request-error.tsx'
import { usePhone } from '../../components/forms/use-phone.ts'
import { frameTexts } from '../../components/texts.ts'
import { call, saveFile } from '../../lib/requests/api.ts'
import { minute, money } from '../../lib/format.ts'
import { useSend } from '../../lib/requests/send.ts'
import { useLanguage, useTexts } from '../../lib/texts.ts'
import { Filings } from './filings-section.tsx'
import { paymentTexts } from './texts.ts'

type FileName = 'withholdingFile' | 'nonResidentFile' | 'personnelFile' | 'foreignPersonnelFile' | 'vatFile'

/** Files of people whom a month does not have are left out. */
const filesOf = ({ nonResidents, foreigners }: TaxMonth): FileName[] => [
  'withholdingFile',
  ...(nonResidents > 0 ? (['nonResidentFile'] as const) : []),
  'personnelFile',
  ...(foreigners > 0 ? (['foreignPersonnelFile'] as const) : []),
  'vatFile',
]

/** Who cannot be reported yet, and why. */
function Unreportable({ month: { unreportable } }: { month: TaxMonth }) {
  const t = useTexts(paymentTexts)
  const language = useLanguage()
  if (unreportable.length === 0) return null
  return (
    <Alert color="orange" variant="light" mt="md" title={t('unreportable')}>
      {unreportable.map(({ name, missingFacts }, at) => (
        <Text key={`${at} ${name}`} size="sm">
          {t('lacks', { name, facts: factsInWords(missingFacts, language) })}
        </Text>
      ))}
    </Alert>
  )
}

/** The files of a month for the tax authority; each download is logged. */
function Files({ month }: { month: TaxMonth }) {
  const { orgId, period } = month
  const t = useTexts(paymentTexts)
  const frame = useTexts(frameTexts)
  const say = useErrorText()
  const [running, setRunning] = useState<FileName | null>(null)
  const download = async (name: FileName) => {
    setRunning(name)
    try {
      saveFile(await call(paymentRoutes[name], { body: { orgId, period } }), `${t(name)}-${period}.xlsx`)
      notifyDone(frame('exported'))
    } catch (error) {
      notifyFailed(t(name), say(error))
    } finally {
      setRunning(null)
    }
  }
  return (
    <>
      <Text size="sm" fw={600} mt="md" mb={4}>
        {t('files')}
      </Text>
      <Group gap="xs">
        {filesOf(month).map((name) => (
          <Button
            key={name}
            variant="default"
            data-long
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={running === name}
            onClick={() => void download(name)}
          >
            {t(name)}
          </Button>
        ))}
      </Group>
      <Text size="xs" c="dimmed" mt="xs">
        {t('filesHint')}
      </Text>
    </>
  )
}

/** What a payer paid and withheld in a month, and whether it is filed; its files on demand, so that the payments are in sight. */
export function MonthSection({ month }: { month: TaxMonth }) {
  const t = useTexts(paymentTexts)
  const say = useErrorText()
  const [isAsking, setAsking] = useState(false)
  const isPhone = usePhone()
  const [chosen, setOpen] = useState<boolean | null>(null)
  // What is to be corrected is said without being asked for.
  const isOpen = chosen ?? month.openCorrections > 0
  const filing = useSend(paymentRoutes.file)
  const { orgId, orgName, period, filedTime } = month
  const file = async () => {
    try {
      await filing.mutateAsync({ body: { orgId, period, number: 0 } })
      notifyDone(t('filed'))
    } catch (error) {
      notifyFailed(t('file'), say(error))
    }
  }
  return (
    <Section
      title={`${orgName} · ${t('sums', { month: period })}`}
      heading={<Dots items={[orgName, t('sums', { month: period })]} />}
      actions={
        <>
          {!isPhone && (
            <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t('forTheAuthority')}
            </Button>
          )}
          {month.abilities.file && (
            <Button variant="light" onClick={() => setAsking(true)}>
              {t('file')}
            </Button>
          )}
        </>
      }
    >
      <Facts
        flow
        items={[
          [t('people'), month.people],
          [t('payments'), month.payments],
          [t('payable'), money(month.payableAmount)],
          [t('vat'), money(month.vatAmount)],
          [t('surcharges'), money(month.surchargeAmount)],
          [t('incomeTax'), money(month.incomeTax)],
          [t('net'), money(month.netAmount)],
          [t('filing'), filedTime === null ? t('notFiled') : t('filedAt', { time: minute(filedTime) })],
          ...(filedTime === null ? [] : [[t('corrections'), month.corrections] as const]),
        ]}
      />
      <Unreportable month={month} />
      {(isPhone || isOpen) && (
        <>
          <Files month={month} />
          {month.filings.length > 0 && <Filings month={month} />}
        </>
      )}
      {isAsking && (
        <Confirm
          title={t('fileTitle', { month: period })}
          confirmLabel={t('file')}
          onConfirm={file}
          onClose={() => setAsking(false)}
        >
          {t('fileHint')}
        </Confirm>
      )}
    </Section>
  )
}
