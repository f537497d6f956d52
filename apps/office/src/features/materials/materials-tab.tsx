import type { Meeting } from '@consilium/contract/meetings/meetings.ts'
import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePhone } from '../../components/forms/use-phone.ts'
import type { Search } from '../../lib/search.ts'
import { useTexts } from '../../lib/texts.ts'
import { KINDS } from './kinds.ts'
import { RecordList } from './record-list.tsx'
import { materialTexts } from './texts.ts'

/** The records of a meeting, except its invoices. */
export default function MaterialsTab({ meeting }: { meeting: Meeting }) {
  const t = useTexts(materialTexts)
  const isPhone = usePhone()
  const navigate = useNavigate()
  const { kind: wanted }: Search = useSearch({ strict: false })
  const kind = KINDS.find(({ name }) => name === wanted) ?? KINDS[0]!
  return (
    <RecordList
      key={kind.name}
      kind={kind}
      meeting={meeting}
      lead={
        <SegmentedControl
          aria-label={t('kinds')}
          fullWidth={isPhone}
          w={isPhone ? '100%' : undefined}
          orientation={isPhone ? 'vertical' : 'horizontal'}
          value={kind.name}
          data={KINDS.map(({ name }) => ({ value: name, label: t(name) }))}
          onChange={(next) =>
            void navigate({ to: '.', search: { tab: 'materials', kind: next }, resetScroll: false })
          }
        />
      }
    />
  )
}
