import { Button, Text } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { useEffect, useState, type RefObject } from 'react'
import { money } from '../../../lib/format.ts'
import { useTexts } from '../../../lib/texts.ts'
import { readingTexts } from './reading-texts.ts'
import classes from './paper.module.css'

const WHOLE = 100

/** How much of the contract has passed the lower edge of the window, in percent; it never goes back. */
function useShareRead(paper: RefObject<HTMLDivElement | null>): number {
  const [share, setShare] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const measure = () => {
      const box = paper.current?.getBoundingClientRect()
      if (!box || box.height === 0) return
      const passed = Math.round(((window.innerHeight - box.top) / box.height) * WHOLE)
      setShare((before) => Math.max(before, Math.min(WHOLE, passed)))
    }
    measure()
    window.addEventListener('scroll', measure, { passive: true, signal: stop.signal })
    window.addEventListener('resize', measure, { signal: stop.signal })
    return () => stop.abort()
  }, [paper])
  return share
}

/** Whether the form has come into the window. */
function useInView(form: RefObject<HTMLDivElement | null>): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    const watcher = new IntersectionObserver((entries) =>
      setThere(entries.some((entry) => entry.isIntersecting)),
    )
    if (form.current) watcher.observe(form.current)
    return () => watcher.disconnect()
  }, [form])
  return isThere
}

interface ReadingBarProps {
  paper: RefObject<HTMLDivElement | null>
  form: RefObject<HTMLDivElement | null>
  net: string
  isRead: boolean
}

/** The sum, how far the contract is read, and the way to the signature; it stays until that is in sight. */
export function ReadingBar({ paper, form, net, isRead }: ReadingBarProps) {
  const t = useTexts(readingTexts)
  const passed = useShareRead(paper)
  const share = isRead ? WHOLE : passed
  const isSigning = useInView(form)
  const said = isRead ? t('readWhole') : t('readShare', { share })
  const go = () => {
    form.current?.scrollIntoView({ block: 'start' })
    form.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.barPlace}>
      <div className={classes.bar} hidden={isSigning}>
        <div
          role="progressbar"
          aria-label={t('progress')}
          aria-valuemin={0}
          aria-valuemax={WHOLE}
          aria-valuenow={share}
          className={classes.progress}
        >
          <span style={{ width: `${share}%` }} />
        </div>
        <span className={classes.sum}>
          <Text span fw={700}>
            ¥ {money(net)}
          </Text>
          <Text span size="xs" c="dimmed">
            {said}
          </Text>
        </span>
        <Button leftSection={<IconSignature size={18} aria-hidden />} onClick={go}>
          {t('toSign')}
        </Button>
      </div>
    </div>
  )
}
