import { Loader } from '@mantine/core'
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
    const [failure, setFailure] = useState<{ error: unknown } | null>(null)
    useEffect(() => {
      if (!Part)
        fetchPart().then(
          () => setThere(true),
          (error: unknown) => setFailure({ error }),
        )
    }, [])
    if (failure) throw failure.error
    return Part ? createElement(Part, props) : fallback
  }
  // The error is reported when the part is shown.
  const preload = () => void fetchPart().catch(() => {})
  return Object.assign(OnDemand, { preload })
}
