import type { Route } from '@consilium/contract/route.ts'
import { Button } from '@mantine/core'
import { IconGavel } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { recordQuery } from '../../lib/record-query.ts'
import type { Search } from '../../lib/search.ts'
import { useTexts } from '../../lib/texts.ts'
import { LongTextField, RadioField } from '../forms/fields.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import type { Values } from '../forms/form-values.ts'
import { frameTexts } from '../texts.ts'

interface AuditButtonProps {
  routes: { get: Route; audit: Route }
  /** The record as it was read; the request body contains its id and version. */
  record: Record<string, unknown>
  id: string
  /** Further fields of the decision. */
  children?: ReactNode
}

/** Approves or rejects a record, with an opinion that its owner can read. */
export function AuditButton({ routes, record, id, children }: AuditButtonProps) {
  const t = useTexts(frameTexts)
  const client = useQueryClient()
  // A list leads here to review the record.
  const { audit }: Search = useSearch({ strict: false })
  const [isOpen, setOpen] = useState(audit === '1')
  const decision = { auditStatus: 'approved', auditOpinion: '' }
  // Reloads the page behind the dialog as well, so that the decision is about the newest state.
  const reload = async (): Promise<Values> => {
    const query = recordQuery(routes.get, { [id]: String(record[id]) })
    const newest = await client.fetchQuery({ ...query, staleTime: 0 })
    return { ...(newest as Values), ...decision }
  }
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
        <FormDialog
          title={t('audit')}
          route={routes.audit}
          initial={{ ...record, ...decision }}
          reload={reload}
          doneText={(answer) =>
            t((answer as Values)['auditStatus'] === 'pending' ? 'awaitsNextStep' : 'saved')
          }
          always={[id, 'version', 'auditStatus', 'auditOpinion']}
          onClose={() => setOpen(false)}
        >
          <RadioField
            name="auditStatus"
            label={t('auditDecision')}
            options={[
              { value: 'approved', label: t('approve') },
              { value: 'rejected', label: t('reject') },
            ]}
          />
          <LongTextField name="auditOpinion" label={t('auditOpinion')} description={t('auditOpinionHint')} />
          {children}
        </FormDialog>
      )}
    </>
  )
}
