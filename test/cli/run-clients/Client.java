// Java: HttpClient with the host built in.
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;

class Client {
  public static void main(String[] arguments) throws Exception {
    var request = HttpRequest.newBuilder(URI.create("https://us1.api.example.com/3.0/ping"))
        .header("authorization", "Bearer any-us1")
        .build();
    System.out.println("HttpClient " + HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode());
  }
}
