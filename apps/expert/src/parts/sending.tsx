import { pathOf } from '@consilium/contract/addresses.ts'
import { lightRoute } from '@consilium/contract/light-route.ts'
import type { Route } from '@consilium/contract/route.ts'
import type { ComponentChildren } from 'preact'

interface SendingProps {
  route: Route
  params?: Readonly<Record<string, string | number>>
  /** What is sent beside the fields of the form. */
  body?: Readonly<Record<string, unknown>>
  /** A change of a record: only fields that differ are sent. With it, a newer version of the record is offered (`client/stale.ts`). */
  changes?: string
  /** Said when it is done. */
  done?: string
  /** Where to go when it is done, with parts of the answer in braces; without it the page is shown anew. */
  then?: string
  /** Id of a field that shows this part of the answer. */
  shows?: readonly [part: string, id: string]
  children: ComponentChildren
}

/** A form that the script of the page sends to a route (`client/forms.ts`); its fields have the names of the contract. */
export const Sending = ({ route, params = {}, body, changes, done, then, shows, children }: SendingProps) => (
  <form
    // That of no page: before the script is there, nothing that was typed could come into an address.
    method="post"
    data-send={JSON.stringify({ ...lightRoute(route), path: pathOf(route, params) })}
    id={changes}
    data-changes={changes}
    data-body={body && JSON.stringify(body)}
    data-done={done}
    data-then={then}
    data-shows={shows && JSON.stringify(shows)}
  >
    {children}
  </form>
)
