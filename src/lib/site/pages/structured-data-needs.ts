interface Needs {
  /** Properties; alternatives are separated by `|`, and `a.b` is a property of the node in `a`. */
  required: readonly string[]
  recommended: readonly string[]
  /** Properties that a node inherits from the node around it. */
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
 * Required and recommended properties of common types, from Google’s documentation of structured data
 * (developers.google.com/search/docs/appearance/structured-data), with names from schema.org.
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

/** The properties that nodes of a type should have; undefined for other types. */
export function propertyNeeds(type: string): Needs | undefined {
  return Object.hasOwn(needs, type) ? needs[type] : undefined
}
