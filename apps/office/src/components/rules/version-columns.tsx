import type { RuleOwner } from '@consilium/contract/gates/rule-owners.ts'
import { Badge } from '@mantine/core'
import { orNothing } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { createTimeColumn } from '../list/columns/standard-columns.tsx'
import type { Column } from '../list/list-definition.ts'
import { frameTexts } from '../texts.ts'
import { useOwnerName } from './owner-name.ts'
import { useStart } from './start.ts'
import { ruleTexts } from './texts.ts'

interface Version {
  validFrom: string
  owner: RuleOwner
  isInForce: boolean
  note: string | null
  createUserName: string | null
  createTime: string
}

/** The columns of a list of versions of rules; what a version says stands between whose it is and who made it. */
export function useVersionColumns<Row extends Version>(contents: Column<Row>): Column<Row>[] {
  const t = useTexts(ruleTexts)
  const frame = useTexts(frameTexts)
  const ownerName = useOwnerName()
  const start = useStart()
  return [
    { key: 'validFrom', label: t('validFrom'), sort: 'validFrom', render: start },
    { key: 'owner', label: t('owner'), render: ({ owner }) => ownerName(owner) },
    {
      key: 'isInForce',
      label: t('state'),
      card: 'badge',
      render: ({ isInForce }) =>
        isInForce ? <Badge variant="light">{t('inForce')}</Badge> : orNothing(null),
    },
    contents,
    { key: 'note', label: t('note'), render: ({ note }) => orNothing(note) },
    {
      key: 'createdBy',
      label: t('createdBy'),
      render: ({ createUserName }) => orNothing(createUserName),
    },
    createTimeColumn(frame('createTime')),
  ]
}
