interface Needs {
  /** Each a property, or several parted by `|` of which one is enough; `a.b` is a property of the node in `a`. */
  required: readonly string[]
  recommended: readonly string[]
  /** Those that a node has from the one that holds it. */
  impliedWithin?: readonly string[]
}

const article: Needs = {
  required: [],
  recommended: ['headline', 'author', 'datePublished', 'image'],
}
const localBusiness: Needs = {
  required: ['name', 'address'],
  recommended: ['telephone', 'openingHours|openingHoursSpecification', 'url', 'geo'],
}
const event: Needs = {
  required: ['name', 'startDate', 'location'],
  recommended: ['description', 'endDate', 'offers', 'image'],
}
const organization: Needs = { required: [], recommended: ['name', 'url', 'logo'] }
const application: Needs = {
  required: ['name', 'offers'],
  recommended: ['aggregateRating|review', 'applicationCategory', 'operatingSystem'],
}

/**
 * What nodes of the common types need, and what makes them useful: the tables of Google’s documentation of structured
 * data (developers.google.com/search/docs/appearance/structured-data), property names by schema.org.
 */
const needs: Readonly<Record<string, Needs>> = {
  Article: article,
  BlogPosting: article,
  NewsArticle: article,
  TechArticle: article,
  Product: {
    required: ['name', 'offers|review|aggregateRating'],
    recommended: ['image', 'description', 'brand'],
  },
  Offer: {
    required: ['price|priceSpecification.price', 'priceCurrency|priceSpecification.priceCurrency'],
    recommended: [],
  },
  AggregateOffer: { required: ['lowPrice', 'priceCurrency'], recommended: [] },
  AggregateRating: {
    required: ['ratingValue', 'ratingCount|reviewCount', 'itemReviewed'],
    recommended: [],
    impliedWithin: ['itemReviewed'],
  },
  Review: {
    required: ['author', 'reviewRating', 'itemReviewed'],
    recommended: ['datePublished'],
    impliedWithin: ['itemReviewed'],
  },
  FAQPage: { required: ['mainEntity'], recommended: [] },
  QAPage: { required: ['mainEntity'], recommended: [] },
  Question: { required: ['name', 'acceptedAnswer|suggestedAnswer'], recommended: [] },
  Answer: { required: ['text'], recommended: [] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ListItem: { required: ['position'], recommended: [] },
  Organization: organization,
  Corporation: organization,
  LocalBusiness: localBusiness,
  Restaurant: localBusiness,
  Store: localBusiness,
  Hotel: localBusiness,
  Dentist: localBusiness,
  MedicalClinic: localBusiness,
  LegalService: localBusiness,
  Event: event,
  BusinessEvent: event,
  MusicEvent: event,
  Recipe: { required: ['name', 'image'], recommended: ['recipeIngredient', 'recipeInstructions', 'author'] },
  VideoObject: {
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    recommended: ['description', 'contentUrl|embedUrl', 'duration'],
  },
  JobPosting: {
    required: [
      'title',
      'description',
      'datePosted',
      'hiringOrganization',
      'jobLocation|applicantLocationRequirements',
    ],
    recommended: ['validThrough', 'employmentType', 'baseSalary'],
  },
  SoftwareApplication: application,
  WebApplication: application,
  MobileApplication: application,
  Course: { required: ['name', 'description'], recommended: ['provider'] },
  Dataset: { required: ['name', 'description'], recommended: ['license', 'creator'] },
  WebSite: { required: ['name', 'url'], recommended: [] },
  Person: { required: ['name'], recommended: ['url|sameAs'] },
  ProfilePage: { required: ['mainEntity'], recommended: [] },
}

/** What a node of a type should have; undefined for types that nothing is said about. */
export function propertyNeeds(type: string): Needs | undefined {
  return Object.hasOwn(needs, type) ? needs[type] : undefined
}
