import com.google.gson.GsonBuilder;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Calls {
  interface Call {
    Object run() throws ApiException;
  }

  static String code(Call call) throws Exception {
    try {
      call.run();
      return null;
    } catch (ApiException error) {
      return org.openapitools.client.model.Error.fromJson(error.getResponseBody()).getError().getCode();
    }
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, String> given = System.getenv();
    ApiClient client = new ApiClient();
    client.setBasePath(given.get("API_URL"));
    client.setBearerToken(given.get("API_KEY"));
    UUID brand = UUID.fromString(given.get("BRAND_ID"));
    UUID nowhere = UUID.fromString("00000000-0000-4000-8000-000000000000");
    String text = given.get("TEXT");
    TopicsApi topics = new TopicsApi(client);
    PromptsApi prompts = new PromptsApi(client);

    GetMeResponse me = new MeApi(client).getMe(null);
    ListTopicsResponse first = topics.listTopics(brand, 1, null, null);
    ListTopicsResponse second = topics.listTopics(brand, 1, first.getPagination().getNextCursor(), null);
    ListCompetitorRankingsResponse rankings = new CompetitorsApi(client).listCompetitorRankings(
        brand, LocalDate.of(2026, 5, 17), LocalDate.of(2026, 6, 15), true, null,
        List.of("chatgpt", "gemini"), List.of("US"), null, null, null, null, null);
    ListVisibilitySegmentsResponse segments =
        new VisibilityApi(client).listVisibilitySegments(brand, "topic", null, null, null, null, null, null);
    GetExecutionResponse execution =
        new ExecutionsApi(client).getExecution(brand, UUID.fromString(given.get("EXECUTION_ID")), null);
    Prompt prompt = prompts.createPrompt(brand, text, new CreatePromptBody().text(text)).getData();
    Prompt again = prompts.createPrompt(brand, text, new CreatePromptBody().text(text)).getData();
    BrandProfile profile = new ProfileApi(client)
        .updateProfile(brand, text + " profile", new UpdateProfileBody().industry(null).mainMarket(text))
        .getData().getProfile();
    String file = Files.readString(
        new ExportsApi(client).getExportFile(brand, UUID.fromString(given.get("EXPORT_ID")), null).toPath());

    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("key", me.getData().getName());
    shown.put("topics", Stream.concat(first.getData().stream(), second.getData().stream())
        .map(row -> row.getId().toString()).collect(Collectors.toList()));
    shown.put("rankings", rankings.getData().stream()
        .map(row -> Arrays.asList(row.getName(), row.getVisibilityPct())).collect(Collectors.toList()));
    shown.put("segments", segments.getData().stream()
        .map(row -> Arrays.asList(row.getSegment(), row.getLeader())).collect(Collectors.toList()));
    shown.put("answer", execution.getData().getAnswer());
    shown.put("prompt", Arrays.asList(prompt.getId().toString(), prompt.getIsActive()));
    shown.put("again", again.getId().toString());
    shown.put("profile", Arrays.asList(profile.getIndustry(), profile.getMainMarket()));
    shown.put("missing", code(() -> topics.listTopics(nowhere, null, null, null)));
    shown.put("refused", code(() -> new TagsApi(client).listTags(brand, null, "wrong", null)));
    shown.put("file", file);
    System.out.println(new GsonBuilder().serializeNulls().create().toJson(shown));
    System.exit(0);
  }
}
