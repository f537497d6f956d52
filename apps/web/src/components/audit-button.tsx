import type { Route } from '@consilium/contract/route.ts'
import { Button } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useState } from 'react'
import { useDictionary } from '../lib/dictionary.ts'
import { useTexts } from '../lib/texts.ts'
import { LongTextField, RadioField } from './fields.tsx'
import { FormDialog } from './form-dialog.tsx'
import { frameTexts } from './texts.ts'

interface AuditButtonProps {
  route: Route
  /** The record as read; the body carries its id and version. */
  record: Record<string, unknown>
  id: string
}

/** Approves or rejects, with an opinion that its subject will read. */
export function AuditButton({ route, record, id }: AuditButtonProps) {
  const t = useTexts(frameTexts)
  const { options } = useDictionary('audit_status')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button leftSection={<IconGavel size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('audit')}
      </Button>
      {isOpen && (
        <FormDialog
          title={t('audit')}
          route={route}
          initial={{ ...record, auditStatus: 'approved', auditOpinion: '' }}
          always={[id, 'version', 'auditStatus', 'auditOpinion']}
          onClose={() => setOpen(false)}
        >
          <RadioField
            name="auditStatus"
            label={t('auditDecision')}
            options={options.filter(({ value }) => value !== 'pending')}
          />
          <LongTextField name="auditOpinion" label={t('auditOpinion')} description={t('auditOpinionHint')} />
        </FormDialog>
      )}
    </>
  )
}
