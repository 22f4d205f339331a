/** The API that every change of the catalogue starts from. */
export const baseSdl = `scalar JSON
enum Mood { HAPPY SAD CALM }
interface Title { id: ID! name: String! }
type Movie implements Title {
  id: ID!
  name: String!
  year: Int
  tagline: String!
  mood: Mood!
  reviews(first: Int = 5): [Review!]!
  facts: JSON
  trailer: Trailer
}
type Series implements Title { id: ID! name: String! seasons: Int! }
type Trailer { url: String! seconds: Int! }
type Review { score: Int! text: String code: ID! }
union Match = Movie | Series
input Range { from: Int to: Int }
input Filter { text: String mood: Mood year: Range minScore: Int = 1 tags: [String!] }
input Subject @oneOf { movieId: ID seriesId: ID }
type Query {
  movie(id: ID!): Movie
  movies(filter: Filter, first: Int = 10, after: String): [Movie!]!
  search(text: String!): [Match!]!
  title(id: ID!): Title
}
type Mutation {
  rate(subject: Subject!, score: Int!): Review!
  forget(id: ID!): Boolean!
}
`;

/** The operations that every change of the catalogue starts from. */
export const baseOperations = `# Gets one movie.
query GetMovie($id: ID!) {
  movie(id: $id) { id name year tagline mood facts trailer { url } }
}

# Lists movies.
query ListMovies($filter: Filter, $first: Int = 10, $after: String) {
  movies(filter: $filter, first: $first, after: $after) {
    id
    name
    reviews(first: 2) { score text code }
  }
}

# Searches movies and series.
query Search($text: String!) {
  search(text: $text) {
    __typename
    ... on Movie { id year facts }
    ... on Series { id seasons }
  }
}

# Gets a movie or series.
query GetTitle($id: ID!) {
  title(id: $id) { __typename id name ... on Movie { year } }
}

# Rates a movie or series.
mutation Rate($subject: Subject!, $score: Int!) {
  rate(subject: $subject, score: $score) { score }
}

# Forgets a rating.
mutation Forget($id: ID!) { forget(id: $id) }
`;
