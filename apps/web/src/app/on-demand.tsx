import { ActionIcon } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { onDemand } from '../components/on-demand.tsx'
import { useTexts } from '../lib/texts.ts'
import { AccountButton } from './account-button.tsx'
import { shellTexts } from './texts.ts'

// The account menu and the palette are larger than the frame itself, so they are loaded when they are first opened.
const AccountMenu = onDemand(() => import('./account-menu.tsx'), <AccountButton />)
const NEEDS_BAR_HEIGHT = 68
/** Keeps its place, so that nothing moves when it comes. */
export const NeedsBar = onDemand(
  () => import('../features/home/needs-bar.tsx'),
  <div style={{ height: NEEDS_BAR_HEIGHT }} />,
)
const Palette = onDemand(() => import('./palette.tsx'), null)

export function Account() {
  const [isWanted, setWanted] = useState(false)
  return isWanted ? <AccountMenu /> : <AccountButton onClick={() => setWanted(true)} />
}

export function PaletteButton() {
  const t = useTexts(shellTexts)
  const [isWanted, setWanted] = useState(false)
  const [openings, setOpenings] = useState(0)
  const open = () => {
    setWanted(true)
    setOpenings(openings + 1)
  }
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <ActionIcon aria-label={t('palette')} color="gray" onClick={open}>
        <IconSearch size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      {isWanted && <Palette openings={openings} />}
    </>
  )
}
