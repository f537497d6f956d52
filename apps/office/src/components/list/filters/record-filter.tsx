import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { onDemand } from '../../on-demand.tsx'
import type { RecordFilterProps } from '../list-definition.ts'
import classes from '../list.module.css'

const RecordSelect = onDemand(() => import('./record-select.tsx'), null)

/** A choice among records, found by a few characters. Its input is loaded when it is first opened or set. */
export function RecordFilter(props: RecordFilterProps) {
  const { filter, state } = props
  const [isWanted, setWanted] = useState(false)
  if (isWanted || (state.filters[filter.name] ?? '') !== '')
    return <RecordSelect {...props} isOpened={isWanted} />
  return (
    <Button
      variant="default"
      className={classes.range}
      leftSection={<IconSearch size={16} aria-hidden />}
      onPointerEnter={RecordSelect.preload}
      onClick={() => setWanted(true)}
    >
      {filter.label}
    </Button>
  )
}
