import type { Route } from '@consilium/contract/route.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { recordQuery } from '../../lib/record-query.ts'
import { useTexts } from '../../lib/texts.ts'
import { LongTextField, RadioField } from '../forms/fields.tsx'
import { FormDialog } from '../forms/form-dialog.tsx'
import type { Values } from '../forms/form-values.ts'
import { frameTexts } from '../texts.ts'

export interface AuditedRecord {
  routes: { get: Route; audit: Route }
  /** The record as it was read; the request body contains its id and version. */
  record: Record<string, unknown>
  id: string
  /** Further fields of the decision. */
  children?: ReactNode
}

/** Asks for the decision about a record, with an opinion that its owner can read. */
export default function AuditDialog(props: AuditedRecord & { onClose: () => void }) {
  const { routes, record, id, children, onClose } = props
  const t = useTexts(frameTexts)
  const client = useQueryClient()
  const decision = { auditStatus: 'approved', auditOpinion: '' }
  // Reloads the page behind the dialog as well, so that the decision is about the newest state.
  const reload = async (): Promise<Values> => {
    const query = recordQuery(routes.get, { [id]: String(record[id]) })
    const newest = await client.fetchQuery({ ...query, staleTime: 0 })
    return { ...(newest as Values), ...decision }
  }
  return (
    <FormDialog
      title={t('audit')}
      route={routes.audit}
      initial={{ ...record, ...decision }}
      reload={reload}
      doneText={(answer) => t((answer as Values)['auditStatus'] === 'pending' ? 'awaitsNextStep' : 'saved')}
      always={[id, 'version', 'auditStatus', 'auditOpinion']}
      onClose={onClose}
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
  )
}
