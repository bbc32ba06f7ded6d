/** What the brand says about itself, as it would be pasted: two short texts in Markdown. */
export const demoDocuments: { title: string; text: string }[] = [
  {
    title: 'About Calvenzo',
    text: `# Who we are

Calvenzo makes espresso machines for homes and small offices. Every machine is assembled and tested by hand before it
leaves the workshop.

# What we stand for

A machine should last longer than its warranty. All parts can be replaced with a screwdriver, and spare parts are kept in
stock for fifteen years after the last machine of a series was sold.

# Service

Repairs are done in our own workshops. A machine that is sent in on Monday is back by Friday, as a rule.`,
  },
  {
    title: 'Care guide',
    text: `# Every day

Rinse the group with water after the last coffee, and wipe the steam wand at once: dried milk is hard to remove.

# Every month

Clean the group with a spoon of detergent in the blind filter, and soak the portafilter.

# Descaling

How often a machine is descaled depends on the water. With hard water it is every two months, with a softener twice a
year. Never descale with vinegar: it attacks the seals.`,
  },
]
