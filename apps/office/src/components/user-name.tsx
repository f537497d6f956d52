/** A user name. It may break after its last dot, so that a long one leaves room for the other columns. */
export function UserName({ children }: { children: string }) {
  const end = children.lastIndexOf('.') + 1
  return (
    <>
      {children.slice(0, end)}
      <wbr />
      {children.slice(end)}
    </>
  )
}
