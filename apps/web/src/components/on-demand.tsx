import { Loader } from '@mantine/core'
import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useTexts } from '../lib/texts.ts'
import classes from './on-demand.module.css'
import { frameTexts } from './texts.ts'

function OnItsWay() {
  const t = useTexts(frameTexts)
  return <Loader role="status" aria-label={t('loading')} className={classes.wheel} />
}

/**
 * A part of a page whose code is fetched when it is first shown, or ahead of that by `preload`. Without a `fallback` of its
 * own it is a dialog: a wheel turns over the page meanwhile.
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = <OnItsWay />,
) {
  const Part = lazy(load)
  const OnDemand = (props: Props) => <Suspense fallback={fallback}>{createElement(Part, props)}</Suspense>
  // What is missing then is told when the part is shown.
  const preload = () => void load().catch(() => {})
  return Object.assign(OnDemand, { preload })
}
