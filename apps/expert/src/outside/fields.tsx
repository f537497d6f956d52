import { lightRoute } from '@consilium/contract/light-route.ts'
import type { Route } from '@consilium/contract/route.ts'
import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.tsx'
import { TextField } from '../parts/fields.tsx'
import type { View } from '../visit.ts'
import { outsideTexts } from './texts.ts'

interface AskingProps {
  route: Route
  body?: Readonly<Record<string, unknown>>
  /** What follows an answer (`client/outside.ts`). */
  ends: 'login' | 'arrival' | 'registered' | 'done'
  /** Whoever leaves it half filled in is asked. */
  isGuarded?: boolean
  part?: string
  children: ComponentChildren
}

const routeOf = (route: Route) => JSON.stringify(lightRoute(route))

/**
 * A form that the script sends. Before that is there, its button is disabled; and the method is that of no page, so that
 * nothing that was typed could come into an address.
 */
export const Asking = ({ route, body = {}, ends, isGuarded = false, part, children }: AskingProps) => (
  <form
    method="post"
    data-route={routeOf(route)}
    data-body={JSON.stringify(body)}
    data-ends={ends}
    data-guarded={isGuarded ? '' : undefined}
    data-part={part}
  >
    {children}
  </form>
)

export const Submit = ({ children }: { children: ComponentChildren }) => (
  <Button type="submit" disabled data-awaits>
    {children}
  </Button>
)

export const PhoneField = ({ view }: { view: View }) => (
  <TextField
    view={view}
    name="phone"
    label={view.say(outsideTexts)('phone')}
    type="tel"
    autoComplete="tel"
    isRequired
  />
)
