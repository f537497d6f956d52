import { attendeeRoutes, type Attendee } from '@consilium/contract/attendees/attendees.ts'
import { useState } from 'react'
import { useFormAround } from '../../components/forms/record-form.tsx'
import { type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'
import { useTexts } from '../../lib/texts.ts'
import { attendeeTexts } from './texts.ts'

const SEEN = '50'

/** The newest row of each expert, by the id of that row. */
const newest = new Map<number, Attendee>()

const engaged: OptionSource = {
  route: attendeeRoutes.list,
  query: (keyword) => ({
    pageSize: SEEN,
    orderByColumn: 'createTime',
    isAsc: 'desc',
    ...(keyword === '' ? {} : /^\d+$/.test(keyword) ? { phone: keyword } : { name: keyword }),
  }),
  options: (rows) => {
    const experts = new Map<number, Attendee>()
    for (const row of rows as Attendee[]) if (!experts.has(row.expertId)) experts.set(row.expertId, row)
    return [...experts.values()].map((row) => {
      newest.set(row.attendeeId, row)
      const label = [row.name, row.unit, row.phone].filter(Boolean).join(' · ')
      return { value: String(row.attendeeId), label }
    })
  },
}

const FIELDS = [
  'phone',
  'name',
  'unit',
  'department',
  'title',
  'bankRegion',
  'laborForm',
  'laborFee',
] as const

/** Fills the form with an expert who has attended before, and the terms of that time. */
export function EngagedSelect() {
  const t = useTexts(attendeeTexts)
  const { form } = useFormAround()
  const [chosen, setChosen] = useState<number | null>(null)
  return (
    <RemoteSelect
      label={t('engaged')}
      source={engaged}
      value={chosen}
      onChange={(attendeeId) => {
        setChosen(attendeeId)
        const row = attendeeId === null ? undefined : newest.get(attendeeId)
        if (row) form.setValues(Object.fromEntries(FIELDS.map((name) => [name, row[name] ?? ''])))
      }}
    />
  )
}
