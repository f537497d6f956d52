import { Button } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Search } from '../../lib/search.ts'
import { useTexts } from '../../lib/texts.ts'
import { onDemand } from '../on-demand.tsx'
import { frameTexts } from '../texts.ts'
import type { AuditedRecord } from './audit-dialog.tsx'

const AuditDialog = onDemand(() => import('./audit-dialog.tsx'))

/** Approves or rejects a record, with an opinion that its owner can read. */
export function AuditButton({ routes, record, id, children }: AuditedRecord) {
  const t = useTexts(frameTexts)
  // A list leads here to review the record.
  const { audit }: Search = useSearch({ strict: false })
  const [isOpen, setOpen] = useState(audit === '1')
  return (
    <>
      <Button
        // What is decided can be decided anew, but waits no more.
        variant={record['auditStatus'] === 'pending' ? 'filled' : 'default'}
        leftSection={<IconGavel size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('audit')}
      </Button>
      {isOpen && (
        <AuditDialog routes={routes} record={record} id={id} onClose={() => setOpen(false)}>
          {children}
        </AuditDialog>
      )}
    </>
  )
}
