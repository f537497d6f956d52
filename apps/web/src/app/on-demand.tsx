import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
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

/** Ctrl+K or ⌘K, also while typing. Mantine's hotkeys know all keys and are a dozen times the size. */
function useCommandK(act: () => void): void {
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, shiftKey, altKey, key } = event
      if (ctrlKey === metaKey || shiftKey || altKey || key.toLowerCase() !== 'k') return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [act])
}

export function PaletteButton() {
  const t = useTexts(shellTexts)
  const [isWanted, setWanted] = useState(false)
  const [openings, setOpenings] = useState(0)
  const open = () => {
    setWanted(true)
    setOpenings(openings + 1)
  }
  useCommandK(open)
  return (
    <>
      <ActionIcon aria-label={t('palette')} color="gray" onClick={open}>
        <IconSearch size={22} stroke={1.6} aria-hidden />
      </ActionIcon>
      {isWanted && <Palette openings={openings} />}
    </>
  )
}
