import type { InvoiceReadField, InvoiceReading } from '@consilium/contract/invoices/invoice-reading.ts'
import { Button, Group } from '@mantine/core'
import { useField } from '../../components/forms/fields.tsx'
import { useTexts } from '../../lib/texts.ts'
import { invoiceTexts } from './texts.ts'

interface OfferedValuesProps {
  field: InvoiceReadField
  reading: InvoiceReading
  /** How a value is shown. */
  shown: (value: string) => string
}

/** Buttons that put what another source says of a field into its input. */
export function OfferedValues({ field, reading, shown }: OfferedValuesProps) {
  const t = useTexts(invoiceTexts)
  const { value: current, set } = useField(field)
  const values = new Set(reading.alternatives.flatMap((other) => (other.field === field ? other.value : [])))
  const offered = [...values].filter((value) => value !== current)
  if (offered.length === 0) return null
  return (
    <Group gap={4} mt={4}>
      {offered.map((value) => (
        <Button
          key={value}
          size="compact-xs"
          variant="light"
          style={{ maxWidth: '100%' }}
          aria-label={t('useValueFor', { field: t(field), value: shown(value) })}
          onClick={() => set(value)}
        >
          {t('useValue', { value: shown(value) })}
        </Button>
      ))}
    </Group>
  )
}
