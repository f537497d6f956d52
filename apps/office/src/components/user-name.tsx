import { Fragment } from 'react'

/** A user name, which breaks after its dots lest it takes the place of the other columns. */
export const UserName = ({ children }: { children: string }) =>
  children.split('.').map((part, index) => (
    <Fragment key={index}>
      {index > 0 && (
        <>
          .<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
