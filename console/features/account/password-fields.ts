/** Fields of forms that ask for a password. Drafts never store it. */
export const currentPassword = {
  label: 'Current password',
  type: 'password',
  autoComplete: 'current-password',
  required: true,
} as const

export const newPassword = {
  label: 'Password',
  type: 'password',
  autoComplete: 'new-password',
  hint: 'At least 10 characters',
  minLength: 10,
  required: true,
} as const
