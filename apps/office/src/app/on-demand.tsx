import { ActionIcon } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { onDemand } from '../components/on-demand.tsx'
import { useTexts } from '../lib/texts.ts'
import { ASKS_FOR_HELP } from '../lib/ask-for-help.ts'
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
const Help = onDemand(() => import('./help/help.tsx'), null)

const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')

/** Opened by `?`, except while somebody types, and by `askForHelp`. */
export function HelpPlace() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const open = () => setOpen(true)
    const hear = (event: KeyboardEvent) => {
      if (event.key === '?' && !isTyping(event)) open()
    }
    window.addEventListener('keydown', hear)
    window.addEventListener(ASKS_FOR_HELP, open)
    return () => {
      window.removeEventListener('keydown', hear)
      window.removeEventListener(ASKS_FOR_HELP, open)
    }
  }, [])
  return isOpen && <Help onClose={() => setOpen(false)} />
}

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

/** What is typed after the palette is asked for and before its input is there. */
function useTypedAhead(isWanted: boolean) {
  const typed = useRef('')
  useEffect(() => {
    if (!isWanted) return undefined
    const hear = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLInputElement) return window.removeEventListener('keydown', hear)
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined
      event.preventDefault()
      typed.current += event.key
      return undefined
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [isWanted])
  return typed
}

export function PaletteButton() {
  const t = useTexts(shellTexts)
  const [isWanted, setWanted] = useState(false)
  const [openings, setOpenings] = useState(0)
  const typed = useTypedAhead(isWanted)
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
      {isWanted && <Palette openings={openings} typed={typed.current} />}
    </>
  )
}
