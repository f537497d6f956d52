import { Button, Loader } from '@mantine/core'
import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { useTexts } from '../lib/texts.ts'
import classes from './on-demand.module.css'
import { frameTexts } from './texts.ts'

function Wheel({ className }: { className?: string | undefined }) {
  const t = useTexts(frameTexts)
  return <Loader role="status" aria-label={t('loading')} className={className} />
}

/** Shown while a part of the page is loading. */
export const wheel = <Wheel />
const wheelOverPage = <Wheel className={classes.wheel} />

/** The page around it stays, with all that was typed. */
function PartMissing({ onRetry }: { onRetry: () => void }) {
  const t = useTexts(frameTexts)
  return (
    <div role="alert" className={classes.missing}>
      {t('unreachable')}
      <Button variant="default" onClick={onRetry}>
        {t('retry')}
      </Button>
    </div>
  )
}

/**
 * A part of a page whose code is fetched when it is first shown, or ahead of that by `preload`. Without a `fallback` of its
 * own it is a dialog: a spinner covers the page meanwhile. It does not use `lazy` and `Suspense`, because React keeps their
 * fallback on screen for at least 300 ms.
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = wheelOverPage,
) {
  let Part: ComponentType<Props> | null = null
  const fetchPart = async () => {
    Part ??= (await load()).default
  }
  function OnDemand(props: Props) {
    const [, setThere] = useState(Part !== null)
    const [isMissing, setMissing] = useState(false)
    useEffect(() => {
      if (!Part && !isMissing)
        fetchPart().then(
          () => setThere(true),
          () => setMissing(true),
        )
    }, [isMissing])
    if (isMissing) return <PartMissing onRetry={() => setMissing(false)} />
    return Part ? createElement(Part, props) : fallback
  }
  // The error is reported when the part is shown.
  const preload = () => void fetchPart().catch(() => {})
  return Object.assign(OnDemand, { preload })
}
