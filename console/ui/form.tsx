import type { ReactNode } from 'react'

interface FormProps {
  className?: string
  autoComplete?: 'off'
  problem?: ReactNode
  onSubmit: () => void
  children: ReactNode
}

export const Form = ({ className = 'space-y-4', autoComplete, problem, onSubmit, children }: FormProps) => (
  <form
    className={className}
    autoComplete={autoComplete}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {problem}
    {children}
  </form>
)
