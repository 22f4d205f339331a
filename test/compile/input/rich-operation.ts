/** A schema with everything that an input schema has to say, and an operation that takes it all. */
export const richSdl = `
directive @constraint(
  min: Float, max: Float, minLength: Int, maxLength: Int, pattern: String, minItems: Int, maxItems: Int
) on ARGUMENT_DEFINITION | INPUT_FIELD_DEFINITION

scalar JSON
scalar Upload
scalar BigInt
scalar UUID

"How one feels."
enum Mood {
  "All is well."
  HAPPY
  SAD
  "Grumpy."
  ANGRY @deprecated(reason: "Be kind.")
}

"What a list is about."
input Subject @oneOf {
  "Of the film."
  movieId: ID
  series: Range
}

input Range {
  from: Int! = 1
  to: Int @constraint(min: 1, max: 99)
  old: String @deprecated(reason: "Use from.")
}

"All that must hold."
input Filter {
  name: String @constraint(minLength: 1, maxLength: 20, pattern: "^[a-z]+$")
  and: [Filter!]
}

type Query {
  rich(
    "Id of the list."
    id: ID!
    mood: Mood = HAPPY
    moods: [Mood!]
    subject: Subject!
    filter: Filter
    grid: [[Int!]]!
    "Number of films."
    limit: Int @constraint(min: 1, max: 50)
    tags: [String!] @constraint(minItems: 1, maxItems: 5)
    meta: JSON
    cover: Upload
    views: BigInt
    key: UUID
    region: String!
    secret: String
  ): Int
}
`;

export const richOperation = `
query rich(
  $id: ID!
  # How you feel.
  $mood: Mood = SAD
  $moods: [Mood!]
  $subject: Subject!
  $filter: Filter
  $grid: [[Int!]]!
  $limit: Int! = 10 @mcpParam(examples: [5, 20])
  $tags: [String!]
  $meta: JSON
  $cover: Upload
  $views: BigInt = 9007199254740993
  $key: UUID
  $region: String! @mcpParam(name: "area", description: "Where to look", mcpHeader: "Region")
  $secret: String @mcpParam(fromClaim: "sub")
) {
  rich(
    id: $id, mood: $mood, moods: $moods, subject: $subject, filter: $filter, grid: $grid
    limit: $limit, tags: $tags, meta: $meta, cover: $cover, views: $views, key: $key
    region: $region, secret: $secret
  )
}
`;
